package quarry

// TopicID names a topic of the lexicon.
type TopicID string

// TopicOther is the topic of an entry that no topic's words fit.
const TopicOther TopicID = "other"
