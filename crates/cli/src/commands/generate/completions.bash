# Bash splits words at "=", and clap's function expects a flag and its value as two words. Without a command, the
# flags are those of `list`.
_urlsift_complete() {
    local cur="$2" flag="$3" prefix="" before="" first="" has_equals="" at word words=("urlsift")

    for (( at = 1; at < COMP_CWORD; at++ )); do
        word="${COMP_WORDS[at]}"
        if [[ "${word}" != "=" ]]; then
            words+=("${word}")
            if [[ -z "${first}" && "${before}" != "=" && "${word}" != -* ]]; then
                first="${word}"
            fi
        fi
        before="${word}"
    done
    if [[ "${COMP_WORDS[COMP_CWORD]}" == "=" ]]; then
        cur=""
        has_equals=1
    elif [[ "${before}" == "=" ]]; then
        flag="${words[${#words[@]} - 1]}"
        has_equals=1
    elif [[ "${cur}" == --*=* ]]; then
        # COMP_WORDBREAKS has no "=".
        flag="${cur%%=*}"
        prefix="${flag}="
        cur="${cur#*=}"
        words+=("${flag}")
        has_equals=1
    fi
    case "${flag}" in
        @attached@)
            # Only "=" is followed by their value.
            [[ -n "${has_equals}" ]] || flag=""
            ;;
    esac

    case "${first}" in
        @commands@) ;;
        "")
            if [[ ${#words[@]} -gt 1 && "${words[1]}" != "--generate" ]]; then
                words=("urlsift" "list" "${words[@]:1}")
            fi
            ;;
        *) words=("urlsift" "list" "${words[@]:1}") ;;
    esac
    _urlsift_of_words
    if [[ ${#words[@]} -eq 1 && "${cur}" == -* && ${#COMPREPLY[@]} -eq 0 ]]; then
        words=("urlsift" "list")
        _urlsift_of_words
    fi

    if [[ "${cur}" != -* && "${COMPREPLY[*]}" == *--help* ]]; then
        # Flags, for a word that does not begin one. Without replies, bash completes files.
        COMPREPLY=()
    fi

    # Words that can follow in place of a file.
    local names="" found
    case "${words[*]}" in
        "urlsift") names=$'@names@' ;;
        "urlsift harvest") names=$'@steps@' ;;
    esac
    if [[ -n "${names}" && "${cur}" != -* ]]; then
        local IFS=$'\n'
        found=($(compgen -W "${names}" -- "${cur}"))
        if [[ ${#found[@]} -gt 0 ]]; then
            type compopt >/dev/null 2>&1 && compopt -o filenames 2>/dev/null
            COMPREPLY=("${found[@]}" $(compgen -f -- "${cur}"))
        fi
    fi
    if [[ -n "${prefix}" && ${#COMPREPLY[@]} -gt 0 ]]; then
        COMPREPLY=("${COMPREPLY[@]/#/${prefix}}")
    fi
}

# Completes the word after `words`.
_urlsift_of_words() {
    local COMP_WORDS=("${words[@]}" "${cur}")
    local COMP_CWORD=${#words[@]}
    _urlsift "urlsift" "${cur}" "${flag}"
}

