
function __fish_urlsift_needs_step
    set -l cmd (commandline -opc)
    test "$cmd[2..-1]" = harvest
end

complete -c urlsift -n __fish_urlsift_needs_step -a "@steps@"
