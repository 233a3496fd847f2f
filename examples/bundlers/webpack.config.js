export default {
  // The branch of @hpke/common for old versions of Node, which no browser reaches.
  resolve: { fallback: { crypto: false } },
}
