//! The page is put into the binary from `web-client/dist`. Where it has not been built, an empty
//! directory lets the server be built all the same; it then says so to visitors.

fn main() -> std::io::Result<()> {
    let page = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../web-client/dist");
    std::fs::create_dir_all(page)?;
    println!("cargo:rerun-if-changed=migrations");
    println!("cargo:rerun-if-changed=../web-client/dist");
    Ok(())
}
