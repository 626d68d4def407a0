# URI::Find, on texts separated by NUL: one JSON object for each, or with `--urls` only the URLs. Prints what stood in the text.
# With `--names` it is URI::Find::Schemeless, which also finds the names of hosts.
use strict;
use warnings;
use Encode;
use JSON::PP;
use URI::Find;
use URI::Find::Schemeless;

my $json = JSON::PP->new->utf8;
my %flag = map { $_ => 1 } @ARGV;
@ARGV = ();
my $class = $flag{"--names"} ? "URI::Find::Schemeless" : "URI::Find";
my $number = 0;
$/ = "\0";
while (my $text = <STDIN>) {
    chomp $text;
    $text = decode_utf8($text);
    my @found;
    my $finder = $class->new(sub { push @found, [$_[1]]; return $_[1] });
    $finder->find(\$text);
    print $flag{"--urls"} ? map({ encode_utf8("$_->[0]\n") } @found) : $json->encode({ id => $number++, found => \@found }) . "\n";
}
