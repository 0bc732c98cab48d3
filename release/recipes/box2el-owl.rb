class Box2elOwl < Formula
  desc "$TITLE"
  homepage "$FROM"
  version "$VERSION"
  license "Apache-2.0"
  on_macos do
    on_arm do
      url "$FROM/box2el-owl-$VERSION-darwin-arm64.tar.gz"
      sha256 "$SHA_darwin_arm64"
    end
    on_intel do
      url "$FROM/box2el-owl-$VERSION-darwin-amd64.tar.gz"
      sha256 "$SHA_darwin_amd64"
    end
  end
  on_linux do
    on_arm do
      url "$FROM/box2el-owl-$VERSION-linux-arm64.tar.gz"
      sha256 "$SHA_linux_arm64"
    end
    on_intel do
      url "$FROM/box2el-owl-$VERSION-linux-amd64.tar.gz"
      sha256 "$SHA_linux_amd64"
    end
  end

  def install
    bin.install "box2el-owl"
    man1.install "man/box2el-owl.1"
    bash_completion.install "completions/box2el-owl.bash" => "box2el-owl"
    zsh_completion.install "completions/box2el-owl.zsh" => "_box2el-owl"
    fish_completion.install "completions/box2el-owl.fish"
  end

  test do
    assert_match version.to_s, shell_output("#{bin}/box2el-owl --version")
  end
end
