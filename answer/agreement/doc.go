// Package agreement measures how often a judge of answers says what people said of
// them. It promises that the figures depend on the judged answers and the judge alone,
// and that what is unsure counts as that: as agreement only where people were unsure
// too.
package agreement
