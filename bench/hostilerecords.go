package main

func cardFormats() []format {
	return []format{
		{name: "gift", ordinary: grown{again: "::V%:: What does valve % let out of the boiler? {=steam ~water#That stays. ~smoke}\n\n"}.text, hostile: texts(map[string]grown{
			"open braces":    {before: "::A:: What? {=a ~b}\n\n", again: "{"},
			"answers":        {before: "::A:: What? {=a ", again: "~b%#c ", after: "}\n"},
			"titles":         {before: "::A:: What? {=a ~b}\n\n", again: "::a"},
			"escapes":        {before: "::A:: What? {=a ~b}\n\n", again: "\\{\\="},
			"open questions": {again: "What? {=a\n\n"},
		})},
		{name: "anki", ordinary: grown{before: "#separator:tab\n#html:true\n", again: "What does valve % let out?\tThe <b>steam</b> of boiler %.\ttag\n"}.text, hostile: texts(map[string]grown{
			"open quotes": {before: "#separator:tab\n", again: "\"a\tb\n"},
			"tags":        {before: "#separator:tab\n#html:true\n", again: "<div><b>a\tb\n"},
			"columns":     {before: "#separator:tab\n", again: "a\t"},
			"clozes":      {before: "#separator:tab\n", again: "{{c1::a {{c2::\tb\n"},
			"headers":     {again: "#tags:a\n"},
		})},
		{name: "crowdanki", ordinary: grown{before: `{"__type__":"Deck","name":"a","children":[],"note_models":[],"notes":[`, again: `{"__type__":"Note","fields":["What does valve % let out?","The <b>steam</b> of boiler %."],"guid":"g%","tags":[]},` + "\n", after: `{"__type__":"Note","fields":["Why?","So."],"guid":"z","tags":[]}]}`}.text, hostile: texts(map[string]grown{
			"decks in decks": {again: `{"__type__":"Deck","name":"a","notes":[],"children":[`},
			"fields":         {before: `{"__type__":"Deck","name":"a","notes":[{"__type__":"Note","guid":"a","fields":[`, again: `"a",`, after: `"b"]}]}`},
			"models":         {before: `{"__type__":"Deck","name":"a","notes":[],"note_models":[`, again: `{"crowdanki_uuid":"m%","flds":[{"name":"a"}],"tmpls":[]},`, after: `{}]}`},
		})},
		{name: "mochi", ordinary: grown{again: "What does valve % let out?\n\n---\n\nThe steam of boiler %.\n\n---\n\n"}.text, hostile: texts(map[string]grown{
			"sides":       {again: "---\nWhat?\n---\na\n"},
			"rules":       {again: "---\n"},
			"rules apart": {again: "a\n\n---\n\n"},
		})},
		{name: "colon cards", ordinary: grown{again: "What valve % lets out :: The steam of boiler %\n"}.text, hostile: texts(map[string]grown{
			"cards":  {again: "a :: b\n"},
			"colons": {before: "a :: b\nc :: d\n", again: ":: "},
		})},
	}
}

func moreCardFormats() []format {
	return []format{
		{name: "separated", ordinary: grown{again: "What does valve % let out?\n|||\nThe steam of boiler %.\n\n"}.text, hostile: texts(map[string]grown{
			"marks":              {again: "a --- b;;\n"},
			"marks of all kinds": {again: "a -- b == c && d;; "},
			"bars":               {again: "|||\n"},
			"no answers":         {again: "a\n|||\n"},
		})},
		{name: "gradedpage", ordinary: grown{before: "Valves\n\n", again: "What does valve % let out? easy\n\nThe steam of boiler %.\n\n"}.text, hostile: texts(map[string]grown{
			"questions": {before: "Valves\n\n", again: "What? easy\n\n"},
			"lines":     {before: "Valves\n\nWhat? easy\n\na\n\nWhy? hard\n\n", again: "a\n\n"},
		})},
		{name: "promptlist", ordinary: grown{again: "What does valve % let out of boiler %?\n\n"}.text, hostile: texts(map[string]grown{
			"questions": {again: "What?\n"},
			"marks":     {again: "What?? "},
		})},
		{name: "alternating", ordinary: grown{again: "What does valve % let out?\nThe steam of boiler %.\n\n"}.text, hostile: texts(map[string]grown{
			"questions": {again: "What?\na\n"},
			"labels":    {again: "Q: a\nA: b\n"},
		})},
		{name: "qatable", ordinary: grown{before: "# Valves\n\n| Question | Answer |\n|---|---|\n", again: "| What does valve % let out? | The steam of boiler %. |\n"}.text, hostile: texts(map[string]grown{
			"tables": {again: "| Question | Answer |\n|---|---|\n| Why? | a |\n\n"},
			"pipes":  {before: "| Question | Answer |\n|---|---|\n", again: "|Why?"},
		})},
	}
}

func recordFormats() []format {
	return []format{
		{name: "csv", ordinary: grown{before: "question,answer\n", again: "What does valve % let out?,\"The steam, of boiler %.\"\n"}.text, hostile: texts(map[string]grown{
			"quotes":         {before: "question,answer\n", again: "\"a\"\"b\","},
			"unclosed quote": {before: "question,answer\n\"", again: "a,b\n"},
			"open quotes":    {before: "question,answer\n", again: "a,\"b\n"},
			"columns":        {before: "question,answer", again: ",a%", after: "\na,b\n"},
			"ragged rows":    {before: "question,answer\n", again: "a\nb,c,d\n"},
			"empty rows":     {before: "question,answer\na,b\n", again: ",\n"},
			"one record":     {before: "question,answer\nWhat?,\"", again: "a b% ", after: "\"\n"},
		})},
		{name: "json", ordinary: grown{before: `[`, again: `{"question":"What does valve % let out?","answer":"The steam of boiler %."},` + "\n", after: `{"question":"Why?","answer":"So."}]`}.text, hostile: texts(map[string]grown{
			"depth":         {again: "[{\"a\":"},
			"keys":          {before: "{\"question\":\"a\"", again: ",\"b\":1", after: "}"},
			"other keys":    {before: "{\"question\":\"a\"", again: ",\"b%\":1", after: "}"},
			"families":      {before: "[", again: "{\"question%\":\"Why is it?\",\"answer%\":\"So it is.\"},", after: "{}]"},
			"other records": {before: "[", again: "{\"b%\":\"a\"},", after: "{}]"},
			"empty records": {before: "[", again: "{},", after: "{}]"},
			"numbers":       {before: "[", again: "1,", after: "1]"},
			"one text":      {before: "[{\"question\":\"What?\",\"answer\":\"", again: "a b% ", after: "\"}]"},
			"escapes":       {before: "[{\"question\":\"What?\",\"answer\":\"", again: "\\u0041", after: "\"}]"},
		})},
		{name: "jsonl", ordinary: grown{again: `{"question":"What does valve % let out?","answer":"The steam of boiler %."}` + "\n"}.text, hostile: texts(map[string]grown{
			"empty records": {before: "{\"question\":\"a\",\"answer\":\"b\"}\n", again: "{}\n"},
			"families":      {before: "[", again: "{\"question%\":\"Why is it?\",\"answer%\":\"So it is.\"},", after: "{}]"},
			"other records": {again: "{\"b%\":\"a\"}\n"},
			"depth":         {before: "{\"question\":\"a\",\"answer\":\"b\"}\n", again: "{\"a\":"},
			"turns":         {before: "{\"messages\":[", again: "{\"role\":\"user\",\"content\":\"Why?\"},", after: "{\"role\":\"assistant\",\"content\":\"a\"}]}\n"},
		})},
		{name: "yaml", ordinary: grown{before: "cards:\n", again: "  - question: What does valve % let out?\n    answer: The steam of boiler %.\n"}.text, hostile: texts(map[string]grown{
			"aliases":     {before: "a0: &a0 [b]\ncards:\n", again: "  - question: a\n    answer: *a0\n"},
			"anchors":     {again: "a%: &a% [b, b]\n"},
			"flow depth":  {before: "cards: ", again: "[{a: "},
			"depth":       {again: "- "},
			"merges":      {before: "a: &a {question: b}\ncards:\n", again: "  - <<: *a\n    answer: c%\n"},
			"empty items": {before: "cards:\n", again: "  -\n"},
			"keys":        {again: "a%: b\n"},
			"documents":   {again: "---\na: b\n"},
			"block text":  {before: "cards:\n  - question: a\n    answer: |\n", again: "      b\n"},
			"tags":        {before: "cards:\n", again: "  - !a%\n"},
		})},
	}
}
