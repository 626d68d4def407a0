(( $+functions[_urlsift_first] )) ||
_urlsift_first() {
    _alternative 'commands:command:_urlsift_commands' 'files:file:_files'
}
(( $+functions[_urlsift_harvest_paths] )) ||
_urlsift_harvest_paths() {
    if (( CURRENT == 2 )); then
        _alternative 'steps:step:(@steps@)' 'files:file:_files'
    else
        _files
    fi
}
