// xurls, on texts separated by NUL: one JSON object for each, or with `--urls` only the URLs. Offsets count bytes.
package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"io"
	"os"

	"mvdan.cc/xurls"
)

func main() {
	find := xurls.Strict()
	if os.Args[1] == "relaxed" {
		find = xurls.Relaxed()
	}
	input, err := io.ReadAll(os.Stdin)
	if err != nil {
		panic(err)
	}
	out := bufio.NewWriter(os.Stdout)
	defer out.Flush()
	encoder := json.NewEncoder(out)
	for number, text := range bytes.Split(input, []byte{0}) {
		if len(os.Args) > 2 {
			for _, url := range find.FindAll(text, -1) {
				out.Write(append(url, '\n'))
			}
			continue
		}
		found := [][]interface{}{}
		for _, place := range find.FindAllIndex(text, -1) {
			found = append(found, []interface{}{string(text[place[0]:place[1]]), place[0], place[1]})
		}
		encoder.Encode(map[string]interface{}{"id": number, "found": found})
	}
}
