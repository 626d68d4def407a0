#!/bin/sh
# A preprocessor of mdBook: links to files outside of the book become text. It reads the book as JSON and prints it.
[ "${1-}" = supports ] && exit 0
exec jq '
  "(\\.\\./)+(crates|js|corpus|benches|conformance|fuzz|packaging|tests|(README|CONFORMANCE|CONTRIBUTING|ARCHITECTURE|CHANGELOG)\\.md)" as $outside
  | .[1]
  | walk(
      if type == "object" and (.content? | type) == "string" and .path? != null
      then .content |= (
            gsub("\n\\[[^\\]\n]+\\]: " + $outside + "[^\n]*"; "")
            | gsub("\\[(?<text>[^\\]]+)\\]\\(" + $outside + "[^)]*\\)"; .text)
          )
      else . end)'
