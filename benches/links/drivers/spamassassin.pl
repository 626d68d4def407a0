# SpamAssassin, on messages: reads their paths, and prints the URIs that it has found in each as they stand there.
use strict;
use warnings;
use JSON::PP;
use Mail::SpamAssassin;

my $json = JSON::PP->new->utf8;
# Of its rules only the table of top-level domains is needed.
open my $table, '<', '/usr/share/spamassassin/20_aux_tlds.cf' or die "20_aux_tlds.cf: $!";
my $domains = do { local $/; <$table> };
my $assassin = Mail::SpamAssassin->new({ local_tests_only => 1, dont_copy_prefs => 1, config_text => $domains });
my $number = 0;
while (my $path = <STDIN>) {
    chomp $path;
    open my $file, '<', $path or die "$path: $!";
    my @lines = <$file>;
    # A text that is no message gets a header section.
    unshift @lines, "From: ann\@example.org\n", "Content-Type: text/plain; charset=utf-8\n", "\n" unless $lines[0] =~ /^From/;
    my $mail = $assassin->parse(\@lines, 0);
    my $status = Mail::SpamAssassin::PerMsgStatus->new($assassin, $mail);
    $status->{main}->{resolver} = undef;
    # It also makes URIs of host names and addresses in texts, which it marks, and of variants of a URI. Those are not counted against it,
    # nor for it, unless they stand in the text as they are.
    my $text = join '', @{ $status->get_decoded_body_text_array() };
    my $details = $status->get_uri_detail_list();
    my %is_tag = map { my $uri = $_; $uri => scalar grep { !/^(?:parsed|schemeless|unlinked)$/ } keys %{ $details->{$uri}{types} } } keys %$details;
    my @found = map { [$_] } grep { $is_tag{$_} || index($text, $_) >= 0 } keys %$details;
    print $json->encode({ id => $number++, found => \@found }), "\n";
    $status->finish();
    $mail->finish();
}
