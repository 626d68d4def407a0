# URI::Find, on texts: one JSON object a line. Prints what stood in the text, with its place.
use strict;
use warnings;
use JSON::PP;
use URI::Find;

my $json = JSON::PP->new->utf8;
$| = 1;
while (my $line = <STDIN>) {
    my $document = $json->decode($line);
    my @found;
    my $finder = URI::Find->new(sub { push @found, [$_[1]]; return $_[1] });
    my $text = $document->{text};
    $finder->find(\$text);
    print $json->encode({ id => $document->{id}, found => \@found }), "\n";
}
