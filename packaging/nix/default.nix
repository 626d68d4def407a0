# `nix-build packaging/nix`, in a clone or in the unpacked archive of the source. Needs a nixpkgs with the Rust that
# `rust-version` in Cargo.toml names.
{
  pkgs ? import <nixpkgs> { },
}:

let
  manifest = (pkgs.lib.importTOML ../../Cargo.toml).workspace.package;
  inherit (pkgs.lib) fileset;

  # Not what builds and fuzzing leave. The archive has no `.git` that says what is tracked.
  leftovers = [
    ../../target
    ../../packaging/out
    ../../fuzz/corpus
    ../../fuzz/artifacts
    ../../result
  ];
  files =
    if builtins.pathExists ../../.git then
      fileset.gitTracked ../..
    else
      fileset.difference ../.. (fileset.unions (map fileset.maybeMissing leftovers));
in
pkgs.rustPlatform.buildRustPackage {
  pname = "urlsift";
  inherit (manifest) version;
  src = fileset.toSource {
    root = ../..;
    fileset = files;
  };
  cargoLock.lockFile = ../../Cargo.lock;

  buildType = "dist";
  cargoBuildFlags = [
    "--package"
    "urlsift-cli"
  ];
  # The tests of the workspace need more programs than the build.
  doCheck = false;
  nativeBuildInputs = [ pkgs.installShellFiles ];

  postInstall = ''
    for page in man man-list man-grep man-check man-info man-split man-harvest man-pick; do
        $out/bin/urlsift --generate "$page" > "urlsift''${page#man}.1"
        installManPage "urlsift''${page#man}.1"
    done
    for shell in bash zsh fish; do
        $out/bin/urlsift --generate "complete-$shell" > "complete.$shell"
        installShellCompletion --cmd urlsift "--$shell" "complete.$shell"
    done
  '';

  meta = {
    description = "Finds the delimited URLs in mail, news and plain text";
    license = with pkgs.lib.licenses; [
      mit
      asl20
    ];
    mainProgram = "urlsift";
  };
}
