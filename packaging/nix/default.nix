# `nix-build packaging/nix`
{
  pkgs ? import <nixpkgs> { },
}:

let
  manifest = (pkgs.lib.importTOML ../../Cargo.toml).workspace.package;
in
pkgs.rustPlatform.buildRustPackage {
  pname = "urlsift";
  inherit (manifest) version;
  src = pkgs.lib.cleanSource ../..;
  cargoLock.lockFile = ../../Cargo.lock;

  cargoBuildFlags = [
    "--package"
    "urlsift-cli"
  ];
  # The tests of the workspace need more programs than the build.
  doCheck = false;
  nativeBuildInputs = [ pkgs.installShellFiles ];

  postInstall = ''
    for command in "" -list -grep -check -info -split -harvest -pick; do
        $out/bin/urlsift --generate "man$command" > "urlsift$command.1"
        installManPage "urlsift$command.1"
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
