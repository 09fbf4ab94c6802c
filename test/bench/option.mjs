// Options of the bench commands.

/** What follows `--name` on the command line. */
export function option(name, fallback) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : process.argv[at + 1];
}
