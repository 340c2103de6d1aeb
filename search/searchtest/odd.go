package searchtest

import "strings"

// OddTexts returns texts that have broken search engines: no engine may refuse
// one, or panic.
func OddTexts() []string {
	return []string{
		"", " ", "\t\n", "\x00", "\x00memory\x01", "\xff\xfe", "\u202ememory\u202c", "\u200b", "\ufeff", "🚀 memory 👩‍🚀",
		`"`, `""`, `"""`, `"memory`, `memory"`, `"memory" "`, `"" memory`, `-`, `--`, `-"`, `-""`, `-memory`, `- memory`,
		`-"shared memory"`, `--memory`, `+memory`, `"the"`, `"the of"`, `-the`, `the of and`, `"!!!"`,
		`[`, `]`, `\`, `*`, `~`, `^`, `:`, `(`, `)`, `{`, `}`, `/`, `?`, `&&`, `||`, `!`,
		`title:memory`, `memory^2`, `memory~1`, `mem*`, `/mem.*/`, `memory AND`, `NOT memory`, `(memory OR`, `a\"b`,
		"memory\u0301", "ｍｅｍｏｒｙ", "память", "内存带宽", "ذاكرة", "מ\u05b8", "İstanbul",
		"1,979 TFLOPS", "3.35 TB/s", "$249", "±3.4×10³⁸", "C++ C# .NET", "O(n²)", "don't can't it's",
		strings.Repeat("memory ", 300), strings.Repeat("x", 2000), strings.Repeat(`"a `, 600), strings.Repeat("-a ", 600),
		strings.Repeat(`" `, 1000), longQuestion,
	}
}

const longQuestion = `Suppose that a kernel reads a matrix by columns although it is stored by rows, so that the threads
of one warp touch addresses that lie far apart: which memory transactions does the hardware issue, what
share of the bandwidth is wasted, and how would tiling through shared memory change the picture?`
