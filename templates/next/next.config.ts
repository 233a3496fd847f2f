export default {
  // Without this header, a script of the page could send the session's key to a window of another site.
  headers: async () => [
    { source: '/:path*', headers: [{ key: 'Cross-Origin-Opener-Policy', value: 'same-origin' }] },
  ],
}
