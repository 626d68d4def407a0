# `packaging/build` fills in the version and the checksum. Homebrew installs only from taps, which may be local, and this
# formula takes the archive that is next to it:
#
#     brew tap-new --no-git local/urlsift
#     cp urlsift.rb urlsift-@VERSION@.tar.gz "$(brew --repository local/urlsift)/Formula"
#     brew install local/urlsift/urlsift
#
# Since version 6, Homebrew asks for trust in a tap. If it refuses to load the formula, grant it before the last command:
# `brew trust --formula local/urlsift/urlsift`.
class Urlsift < Formula
  desc "Finds the delimited URLs in mail, news and plain text"
  homepage "https://docs.rs/crate/urlsift-cli"
  url "file://#{__dir__}/urlsift-@VERSION@.tar.gz"
  sha256 "@SHA256@"
  license any_of: ["MIT", "Apache-2.0"]

  depends_on "rust" => :build

  def install
    system "cargo", "install", "--profile", "dist", *std_cargo_args(path: "crates/cli")
    %w[man man-list man-grep man-check man-info man-split man-harvest man-pick].each do |page|
      (man1/"urlsift#{page.delete_prefix("man")}.1").write Utils.safe_popen_read(bin/"urlsift", "--generate", page)
    end
    generate_completions_from_executable(bin/"urlsift", "--generate", shells:                 [:bash, :zsh, :fish],
                                                                      shell_parameter_format: "complete-")
  end

  test do
    (testpath/"text").write "see <URL:http://a.exam\n> ple/>"
    assert_equal "http://a.example/\n", shell_output("#{bin}/urlsift list text")
  end
end
