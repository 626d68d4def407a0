# `packaging/build` fills in the version and the checksum. The archive is looked for beside this file:
# `brew install --formula ./urlsift.rb`.
class Urlsift < Formula
  desc "Finds the delimited URLs in mail, news and plain text"
  homepage "https://docs.rs/crate/urlsift-cli"
  url "file://#{__dir__}/urlsift-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", *std_cargo_args(path: "crates/cli")
    ["", "-list", "-grep", "-check", "-info", "-split", "-harvest", "-pick"].each do |command|
      (man1/"urlsift#{command}.1").write Utils.safe_popen_read(bin/"urlsift", "--generate", "man#{command}")
    end
    (bash_completion/"urlsift").write Utils.safe_popen_read(bin/"urlsift", "--generate", "complete-bash")
    (zsh_completion/"_urlsift").write Utils.safe_popen_read(bin/"urlsift", "--generate", "complete-zsh")
    (fish_completion/"urlsift.fish").write Utils.safe_popen_read(bin/"urlsift", "--generate", "complete-fish")
  end

  test do
    (testpath/"text").write "see <URL:http://a.exam\n> ple/>"
    assert_equal "http://a.example/\n", shell_output("#{bin}/urlsift list text")
  end
end
