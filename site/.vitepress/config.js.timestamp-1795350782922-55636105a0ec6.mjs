// .vitepress/config.js
import { renderMermaidSVG } from "file:///work/wt/docs/site/node_modules/beautiful-mermaid/dist/index.js";
import { defineConfig } from "file:///work/wt/docs/site/node_modules/vitepress/dist/node/index.js";

// ../scripts/docs/reference-titles.js
var referenceTitles = {
  "reference/index": "Overview",
  "reference/wallet": "Wallet",
  "reference/types": "State and types",
  "reference/error-types": "Error types",
  "reference/react": "/react",
  "reference/element": "/element",
  "reference/oidc": "/oidc",
  "reference/diagnose": "/diagnose",
  "reference/sandbox": "/sandbox",
  "reference/backend": "/backend",
  "reference/client": "/client",
  "reference/emulator": "/emulator",
  "reference/node": "/node",
  "reference/cli": "Executable"
};

// ../scripts/docs/navigation.js
var group = (title2, pages) => ({
  title: title2,
  pages: Object.entries(pages).map(([page, title3]) => ({ page, title: title3 }))
});
var navigation = [
  group("Getting started", {
    "getting-started": "Page and backend",
    react: "React",
    next: "React with Next",
    element: "Elements for any framework",
    migrating: "Moving from hand-written code"
  }),
  group("Concepts", {
    flows: "Sign-in flows",
    state: "State",
    "key-custody": "Key custody",
    "signed-retry": "Signed requests",
    "storage-and-tabs": "Storage and tabs",
    time: "Time",
    errors: "Errors"
  }),
  group("Guides", {
    "payment-in-doubt": "A payment in doubt",
    "step-up": "Step-up",
    "session-warning": "Warn before a session ends",
    "log-out": "Log out with the platform",
    passkeys: "Passkeys",
    oidc: "ID tokens (OIDC)",
    diagnose: "What this page can do",
    csp: "Content Security Policy",
    "component-tests": "Component tests",
    "e2e-tests": "End-to-end tests"
  }),
  group("Your server", {
    backend: "The platform backend",
    "several-instances": "Several instances",
    client: "Calling the service"
  }),
  group("Reference", referenceTitles),
  group("Emulator and sandbox", {
    emulator: "Emulator",
    sandbox: "Sandbox",
    "wire-format": "The stamp and the envelopes"
  }),
  group("Security", {
    "threat-model": "Threat model",
    harden: "Harden your platform",
    "supply-chain": "Supply chain",
    "security-policy": "Report a weakness"
  }),
  group("Help", {
    troubleshooting: "Troubleshooting",
    faq: "Questions",
    glossary: "Glossary",
    browsers: "Browser table",
    environments: "Where it runs",
    comparison: "Comparison",
    performance: "Speed",
    changelog: "Changelog"
  }),
  group("Internals", {
    contributing: "Contributing",
    "internals/promises": "Promises and their tests",
    "internals/interface-coverage": "Interface coverage",
    "internals/wire-facts": "Wire facts"
  })
];

// .vitepress/config.js
var title = "embedded-wallet-auth";
var slugify = (heading) => heading.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}\s_-]/gu, "").replaceAll(/\s/g, "-");
var drawn = (diagram, about) => {
  const svg = renderMermaidSVG(diagram, {
    bg: "var(--vp-c-bg)",
    fg: "var(--vp-c-text-1)",
    muted: "var(--vp-c-text-2)",
    line: "var(--vp-c-text-3)"
  });
  const offline = svg.replaceAll(/@import url\([^)]*\);?/g, "").replaceAll(/font-family:[^;}"]*/g, "font-family:inherit");
  const html = JSON.stringify(offline).replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  return `<div class="diagram" role="img" tabindex="0" aria-label="Diagram: ${about}" v-html="${html}"></div>
`;
};
var config_default = defineConfig({
  title,
  description: "Sign people in to embedded wallets from a web page, and keep the session key as a browser key that cannot be exported.",
  lang: "en",
  base: process.env.DOCS_BASE ?? "/",
  // No request for an icon that is not there.
  head: [["link", { rel: "icon", href: "data:," }]],
  srcDir: "content",
  outDir: "dist",
  cacheDir: "node_modules/.cache/vitepress",
  metaChunk: true,
  ignoreDeadLinks: "localhostLinks",
  markdown: {
    anchor: { slugify },
    theme: { light: "github-light-high-contrast", dark: "github-dark-high-contrast" },
    config(markdown) {
      const fence = markdown.renderer.rules.fence;
      markdown.renderer.rules.fence = (tokens, index, ...rest) => {
        const token = tokens[index];
        if (token.info.trim() !== "mermaid") return fence(tokens, index, ...rest);
        const heading = tokens.slice(0, index).findLast(({ type }) => type === "heading_open");
        const about = heading === void 0 ? "" : tokens[tokens.indexOf(heading) + 1]?.content ?? "";
        return drawn(token.content, about.replaceAll(/["`<>&]/g, ""));
      };
      markdown.renderer.rules.table_open = () => '<div class="table" role="group" aria-label="Table" tabindex="0"><table>\n';
      markdown.renderer.rules.table_close = () => "</table></div>\n";
    }
  },
  themeConfig: {
    outline: { level: [2, 3], label: "On this page" },
    nav: [
      { text: "Start", link: "/getting-started" },
      { text: "Reference", link: "/reference/" },
      { text: "Security", link: "/threat-model" },
      { text: "Errors", link: "/errors" }
    ],
    sidebar: navigation.map(({ title: title2, pages }) => ({
      text: title2,
      items: pages.map(({ page, title: title3 }) => ({ text: title3, link: `/${page.replace(/index$/, "")}` }))
    })),
    search: { provider: "local", options: { detailedView: true } }
  }
});
export {
  config_default as default
};
//# sourceMappingURL=data:application/json;base64,ewogICJ2ZXJzaW9uIjogMywKICAic291cmNlcyI6IFsiLnZpdGVwcmVzcy9jb25maWcuanMiLCAiLi4vc2NyaXB0cy9kb2NzL3JlZmVyZW5jZS10aXRsZXMuanMiLCAiLi4vc2NyaXB0cy9kb2NzL25hdmlnYXRpb24uanMiXSwKICAic291cmNlc0NvbnRlbnQiOiBbImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay93dC9kb2NzL3NpdGUvLnZpdGVwcmVzc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3dvcmsvd3QvZG9jcy9zaXRlLy52aXRlcHJlc3MvY29uZmlnLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy93b3JrL3d0L2RvY3Mvc2l0ZS8udml0ZXByZXNzL2NvbmZpZy5qc1wiOy8qKiBXaGF0IFZpdGVQcmVzcyBtYWtlcyBvZiB0aGUgcGFnZXMgdGhhdCBgbnBtIHJ1biBkb2NzYCBoYXMgcHV0IHRvZ2V0aGVyIGluIGBjb250ZW50L2AuIEBtb2R1bGUgKi9cbmltcG9ydCB7IHJlbmRlck1lcm1haWRTVkcgfSBmcm9tICdiZWF1dGlmdWwtbWVybWFpZCdcbmltcG9ydCB7IGRlZmluZUNvbmZpZyB9IGZyb20gJ3ZpdGVwcmVzcydcbmltcG9ydCB7IG5hdmlnYXRpb24gfSBmcm9tICcuLi8uLi9zY3JpcHRzL2RvY3MvbmF2aWdhdGlvbi5qcydcblxuY29uc3QgdGl0bGUgPSAnZW1iZWRkZWQtd2FsbGV0LWF1dGgnXG5cbi8qKiBUaGUgYW5jaG9ycyBvZiB0aGUgdXN1YWwgcmVuZGVyZXJzIG9mIE1hcmtkb3duLCB3aGljaCB0aGUgbGlua3MgYmV0d2VlbiB0aGUgcGFnZXMgYXJlIGNoZWNrZWQgYWdhaW5zdC4gKi9cbmNvbnN0IHNsdWdpZnkgPSAoaGVhZGluZykgPT5cbiAgaGVhZGluZ1xuICAgIC50b0xvd2VyQ2FzZSgpXG4gICAgLnJlcGxhY2VBbGwoL1teXFxwe0x9XFxwe059XFxwe019XFxzXy1dL2d1LCAnJylcbiAgICAucmVwbGFjZUFsbCgvXFxzL2csICctJylcblxuLyoqIEEgZGlhZ3JhbSBhcyBhIHBpY3R1cmUgdGhhdCBmb2xsb3dzIHRoZSBjb2xvdXJzIG9mIHRoZSBwYWdlIGFuZCBsb2FkcyBub3RoaW5nLiAqL1xuY29uc3QgZHJhd24gPSAoZGlhZ3JhbSwgYWJvdXQpID0+IHtcbiAgY29uc3Qgc3ZnID0gcmVuZGVyTWVybWFpZFNWRyhkaWFncmFtLCB7XG4gICAgYmc6ICd2YXIoLS12cC1jLWJnKScsXG4gICAgZmc6ICd2YXIoLS12cC1jLXRleHQtMSknLFxuICAgIG11dGVkOiAndmFyKC0tdnAtYy10ZXh0LTIpJyxcbiAgICBsaW5lOiAndmFyKC0tdnAtYy10ZXh0LTMpJyxcbiAgfSlcbiAgY29uc3Qgb2ZmbGluZSA9IHN2Z1xuICAgIC5yZXBsYWNlQWxsKC9AaW1wb3J0IHVybFxcKFteKV0qXFwpOz8vZywgJycpXG4gICAgLnJlcGxhY2VBbGwoL2ZvbnQtZmFtaWx5OlteO31cIl0qL2csICdmb250LWZhbWlseTppbmhlcml0JylcbiAgLy8gQXMgdGV4dCwgYmVjYXVzZSB0aGUgY29tcGlsZXIgb2YgdGhlIHBhZ2UgbGVhdmVzIG91dCB0aGUgc3R5bGUgc2hlZXQgb2YgYW4gZWxlbWVudC5cbiAgY29uc3QgaHRtbCA9IEpTT04uc3RyaW5naWZ5KG9mZmxpbmUpLnJlcGxhY2VBbGwoJyYnLCAnJmFtcDsnKS5yZXBsYWNlQWxsKCdcIicsICcmcXVvdDsnKVxuICByZXR1cm4gYDxkaXYgY2xhc3M9XCJkaWFncmFtXCIgcm9sZT1cImltZ1wiIHRhYmluZGV4PVwiMFwiIGFyaWEtbGFiZWw9XCJEaWFncmFtOiAke2Fib3V0fVwiIHYtaHRtbD1cIiR7aHRtbH1cIj48L2Rpdj5cXG5gXG59XG5cbmV4cG9ydCBkZWZhdWx0IGRlZmluZUNvbmZpZyh7XG4gIHRpdGxlLFxuICBkZXNjcmlwdGlvbjpcbiAgICAnU2lnbiBwZW9wbGUgaW4gdG8gZW1iZWRkZWQgd2FsbGV0cyBmcm9tIGEgd2ViIHBhZ2UsIGFuZCBrZWVwIHRoZSBzZXNzaW9uIGtleSBhcyBhIGJyb3dzZXIga2V5IHRoYXQgY2Fubm90IGJlIGV4cG9ydGVkLicsXG4gIGxhbmc6ICdlbicsXG4gIGJhc2U6IHByb2Nlc3MuZW52LkRPQ1NfQkFTRSA/PyAnLycsXG4gIC8vIE5vIHJlcXVlc3QgZm9yIGFuIGljb24gdGhhdCBpcyBub3QgdGhlcmUuXG4gIGhlYWQ6IFtbJ2xpbmsnLCB7IHJlbDogJ2ljb24nLCBocmVmOiAnZGF0YTosJyB9XV0sXG4gIHNyY0RpcjogJ2NvbnRlbnQnLFxuICBvdXREaXI6ICdkaXN0JyxcbiAgY2FjaGVEaXI6ICdub2RlX21vZHVsZXMvLmNhY2hlL3ZpdGVwcmVzcycsXG4gIG1ldGFDaHVuazogdHJ1ZSxcbiAgaWdub3JlRGVhZExpbmtzOiAnbG9jYWxob3N0TGlua3MnLFxuICBtYXJrZG93bjoge1xuICAgIGFuY2hvcjogeyBzbHVnaWZ5IH0sXG4gICAgdGhlbWU6IHsgbGlnaHQ6ICdnaXRodWItbGlnaHQtaGlnaC1jb250cmFzdCcsIGRhcms6ICdnaXRodWItZGFyay1oaWdoLWNvbnRyYXN0JyB9LFxuICAgIGNvbmZpZyhtYXJrZG93bikge1xuICAgICAgY29uc3QgZmVuY2UgPSBtYXJrZG93bi5yZW5kZXJlci5ydWxlcy5mZW5jZVxuICAgICAgbWFya2Rvd24ucmVuZGVyZXIucnVsZXMuZmVuY2UgPSAodG9rZW5zLCBpbmRleCwgLi4ucmVzdCkgPT4ge1xuICAgICAgICBjb25zdCB0b2tlbiA9IHRva2Vuc1tpbmRleF1cbiAgICAgICAgaWYgKHRva2VuLmluZm8udHJpbSgpICE9PSAnbWVybWFpZCcpIHJldHVybiBmZW5jZSh0b2tlbnMsIGluZGV4LCAuLi5yZXN0KVxuICAgICAgICBjb25zdCBoZWFkaW5nID0gdG9rZW5zLnNsaWNlKDAsIGluZGV4KS5maW5kTGFzdCgoeyB0eXBlIH0pID0+IHR5cGUgPT09ICdoZWFkaW5nX29wZW4nKVxuICAgICAgICBjb25zdCBhYm91dCA9IGhlYWRpbmcgPT09IHVuZGVmaW5lZCA/ICcnIDogKHRva2Vuc1t0b2tlbnMuaW5kZXhPZihoZWFkaW5nKSArIDFdPy5jb250ZW50ID8/ICcnKVxuICAgICAgICByZXR1cm4gZHJhd24odG9rZW4uY29udGVudCwgYWJvdXQucmVwbGFjZUFsbCgvW1wiYDw+Jl0vZywgJycpKVxuICAgICAgfVxuICAgICAgLy8gQSB3aWRlIHRhYmxlIHNjcm9sbHMgYnkgaXRzZWxmLCBhbHNvIHdpdGggdGhlIGtleXMuXG4gICAgICBtYXJrZG93bi5yZW5kZXJlci5ydWxlcy50YWJsZV9vcGVuID0gKCkgPT5cbiAgICAgICAgJzxkaXYgY2xhc3M9XCJ0YWJsZVwiIHJvbGU9XCJncm91cFwiIGFyaWEtbGFiZWw9XCJUYWJsZVwiIHRhYmluZGV4PVwiMFwiPjx0YWJsZT5cXG4nXG4gICAgICBtYXJrZG93bi5yZW5kZXJlci5ydWxlcy50YWJsZV9jbG9zZSA9ICgpID0+ICc8L3RhYmxlPjwvZGl2PlxcbidcbiAgICB9LFxuICB9LFxuICB0aGVtZUNvbmZpZzoge1xuICAgIG91dGxpbmU6IHsgbGV2ZWw6IFsyLCAzXSwgbGFiZWw6ICdPbiB0aGlzIHBhZ2UnIH0sXG4gICAgbmF2OiBbXG4gICAgICB7IHRleHQ6ICdTdGFydCcsIGxpbms6ICcvZ2V0dGluZy1zdGFydGVkJyB9LFxuICAgICAgeyB0ZXh0OiAnUmVmZXJlbmNlJywgbGluazogJy9yZWZlcmVuY2UvJyB9LFxuICAgICAgeyB0ZXh0OiAnU2VjdXJpdHknLCBsaW5rOiAnL3RocmVhdC1tb2RlbCcgfSxcbiAgICAgIHsgdGV4dDogJ0Vycm9ycycsIGxpbms6ICcvZXJyb3JzJyB9LFxuICAgIF0sXG4gICAgc2lkZWJhcjogbmF2aWdhdGlvbi5tYXAoKHsgdGl0bGUsIHBhZ2VzIH0pID0+ICh7XG4gICAgICB0ZXh0OiB0aXRsZSxcbiAgICAgIGl0ZW1zOiBwYWdlcy5tYXAoKHsgcGFnZSwgdGl0bGUgfSkgPT4gKHsgdGV4dDogdGl0bGUsIGxpbms6IGAvJHtwYWdlLnJlcGxhY2UoL2luZGV4JC8sICcnKX1gIH0pKSxcbiAgICB9KSksXG4gICAgc2VhcmNoOiB7IHByb3ZpZGVyOiAnbG9jYWwnLCBvcHRpb25zOiB7IGRldGFpbGVkVmlldzogdHJ1ZSB9IH0sXG4gIH0sXG59KVxuIiwgImNvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9kaXJuYW1lID0gXCIvd29yay93dC9kb2NzL3NjcmlwdHMvZG9jc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9maWxlbmFtZSA9IFwiL3dvcmsvd3QvZG9jcy9zY3JpcHRzL2RvY3MvcmVmZXJlbmNlLXRpdGxlcy5qc1wiO2NvbnN0IF9fdml0ZV9pbmplY3RlZF9vcmlnaW5hbF9pbXBvcnRfbWV0YV91cmwgPSBcImZpbGU6Ly8vd29yay93dC9kb2NzL3NjcmlwdHMvZG9jcy9yZWZlcmVuY2UtdGl0bGVzLmpzXCI7LyoqIFRoZSBwYWdlcyBvZiB0aGUgcmVmZXJlbmNlLCBhcyB0aGUgc2lkZWJhciBzaG93cyB0aGVtLiBAbW9kdWxlICovXG5cbi8qKiBUaXRsZXMgYnkgdGhlIHBhdGggb2YgdGhlIHBhZ2UuIEB0eXBlIHtSZWFkb25seTxSZWNvcmQ8c3RyaW5nLCBzdHJpbmc+Pn0gKi9cbmV4cG9ydCBjb25zdCByZWZlcmVuY2VUaXRsZXMgPSB7XG4gICdyZWZlcmVuY2UvaW5kZXgnOiAnT3ZlcnZpZXcnLFxuICAncmVmZXJlbmNlL3dhbGxldCc6ICdXYWxsZXQnLFxuICAncmVmZXJlbmNlL3R5cGVzJzogJ1N0YXRlIGFuZCB0eXBlcycsXG4gICdyZWZlcmVuY2UvZXJyb3ItdHlwZXMnOiAnRXJyb3IgdHlwZXMnLFxuICAncmVmZXJlbmNlL3JlYWN0JzogJy9yZWFjdCcsXG4gICdyZWZlcmVuY2UvZWxlbWVudCc6ICcvZWxlbWVudCcsXG4gICdyZWZlcmVuY2Uvb2lkYyc6ICcvb2lkYycsXG4gICdyZWZlcmVuY2UvZGlhZ25vc2UnOiAnL2RpYWdub3NlJyxcbiAgJ3JlZmVyZW5jZS9zYW5kYm94JzogJy9zYW5kYm94JyxcbiAgJ3JlZmVyZW5jZS9iYWNrZW5kJzogJy9iYWNrZW5kJyxcbiAgJ3JlZmVyZW5jZS9jbGllbnQnOiAnL2NsaWVudCcsXG4gICdyZWZlcmVuY2UvZW11bGF0b3InOiAnL2VtdWxhdG9yJyxcbiAgJ3JlZmVyZW5jZS9ub2RlJzogJy9ub2RlJyxcbiAgJ3JlZmVyZW5jZS9jbGknOiAnRXhlY3V0YWJsZScsXG59XG4iLCAiY29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2Rpcm5hbWUgPSBcIi93b3JrL3d0L2RvY3Mvc2NyaXB0cy9kb2NzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ZpbGVuYW1lID0gXCIvd29yay93dC9kb2NzL3NjcmlwdHMvZG9jcy9uYXZpZ2F0aW9uLmpzXCI7Y29uc3QgX192aXRlX2luamVjdGVkX29yaWdpbmFsX2ltcG9ydF9tZXRhX3VybCA9IFwiZmlsZTovLy93b3JrL3d0L2RvY3Mvc2NyaXB0cy9kb2NzL25hdmlnYXRpb24uanNcIjsvKiogVGhlIG9yZGVyIG9mIHRoZSBkb2N1bWVudGF0aW9uOiBldmVyeSBwYWdlIG9mIHRoZSBzaXRlLCBpbiB0aGUgZ3JvdXBzIG9mIGl0cyBzaWRlYmFyLiBAbW9kdWxlICovXG5pbXBvcnQgeyByZWZlcmVuY2VUaXRsZXMgfSBmcm9tICcuL3JlZmVyZW5jZS10aXRsZXMuanMnXG5cbi8qKlxuICogQHR5cGVkZWYge29iamVjdH0gRW50cnlcbiAqIEBwcm9wZXJ0eSB7c3RyaW5nfSBwYWdlIHBhdGggYmVsb3cgdGhlIHNpdGUncyByb290LCB3aXRob3V0IGAubWRgXG4gKiBAcHJvcGVydHkge3N0cmluZ30gdGl0bGUgYXMgdGhlIHNpZGViYXIgc2hvd3MgaXRcbiAqXG4gKiBAdHlwZWRlZiB7b2JqZWN0fSBHcm91cFxuICogQHByb3BlcnR5IHtzdHJpbmd9IHRpdGxlXG4gKiBAcHJvcGVydHkge3JlYWRvbmx5IEVudHJ5W119IHBhZ2VzXG4gKi9cblxuLyoqIEB0eXBlIHsodGl0bGU6IHN0cmluZywgcGFnZXM6IFJlYWRvbmx5PFJlY29yZDxzdHJpbmcsIHN0cmluZz4+KSA9PiBHcm91cH0gKi9cbmNvbnN0IGdyb3VwID0gKHRpdGxlLCBwYWdlcykgPT4gKHtcbiAgdGl0bGUsXG4gIHBhZ2VzOiBPYmplY3QuZW50cmllcyhwYWdlcykubWFwKChbcGFnZSwgdGl0bGVdKSA9PiAoeyBwYWdlLCB0aXRsZSB9KSksXG59KVxuXG4vKiogQHR5cGUge3JlYWRvbmx5IEdyb3VwW119ICovXG5leHBvcnQgY29uc3QgbmF2aWdhdGlvbiA9IFtcbiAgZ3JvdXAoJ0dldHRpbmcgc3RhcnRlZCcsIHtcbiAgICAnZ2V0dGluZy1zdGFydGVkJzogJ1BhZ2UgYW5kIGJhY2tlbmQnLFxuICAgIHJlYWN0OiAnUmVhY3QnLFxuICAgIG5leHQ6ICdSZWFjdCB3aXRoIE5leHQnLFxuICAgIGVsZW1lbnQ6ICdFbGVtZW50cyBmb3IgYW55IGZyYW1ld29yaycsXG4gICAgbWlncmF0aW5nOiAnTW92aW5nIGZyb20gaGFuZC13cml0dGVuIGNvZGUnLFxuICB9KSxcbiAgZ3JvdXAoJ0NvbmNlcHRzJywge1xuICAgIGZsb3dzOiAnU2lnbi1pbiBmbG93cycsXG4gICAgc3RhdGU6ICdTdGF0ZScsXG4gICAgJ2tleS1jdXN0b2R5JzogJ0tleSBjdXN0b2R5JyxcbiAgICAnc2lnbmVkLXJldHJ5JzogJ1NpZ25lZCByZXF1ZXN0cycsXG4gICAgJ3N0b3JhZ2UtYW5kLXRhYnMnOiAnU3RvcmFnZSBhbmQgdGFicycsXG4gICAgdGltZTogJ1RpbWUnLFxuICAgIGVycm9yczogJ0Vycm9ycycsXG4gIH0pLFxuICBncm91cCgnR3VpZGVzJywge1xuICAgICdwYXltZW50LWluLWRvdWJ0JzogJ0EgcGF5bWVudCBpbiBkb3VidCcsXG4gICAgJ3N0ZXAtdXAnOiAnU3RlcC11cCcsXG4gICAgJ3Nlc3Npb24td2FybmluZyc6ICdXYXJuIGJlZm9yZSBhIHNlc3Npb24gZW5kcycsXG4gICAgJ2xvZy1vdXQnOiAnTG9nIG91dCB3aXRoIHRoZSBwbGF0Zm9ybScsXG4gICAgcGFzc2tleXM6ICdQYXNza2V5cycsXG4gICAgb2lkYzogJ0lEIHRva2VucyAoT0lEQyknLFxuICAgIGRpYWdub3NlOiAnV2hhdCB0aGlzIHBhZ2UgY2FuIGRvJyxcbiAgICBjc3A6ICdDb250ZW50IFNlY3VyaXR5IFBvbGljeScsXG4gICAgJ2NvbXBvbmVudC10ZXN0cyc6ICdDb21wb25lbnQgdGVzdHMnLFxuICAgICdlMmUtdGVzdHMnOiAnRW5kLXRvLWVuZCB0ZXN0cycsXG4gIH0pLFxuICBncm91cCgnWW91ciBzZXJ2ZXInLCB7XG4gICAgYmFja2VuZDogJ1RoZSBwbGF0Zm9ybSBiYWNrZW5kJyxcbiAgICAnc2V2ZXJhbC1pbnN0YW5jZXMnOiAnU2V2ZXJhbCBpbnN0YW5jZXMnLFxuICAgIGNsaWVudDogJ0NhbGxpbmcgdGhlIHNlcnZpY2UnLFxuICB9KSxcbiAgZ3JvdXAoJ1JlZmVyZW5jZScsIHJlZmVyZW5jZVRpdGxlcyksXG4gIGdyb3VwKCdFbXVsYXRvciBhbmQgc2FuZGJveCcsIHtcbiAgICBlbXVsYXRvcjogJ0VtdWxhdG9yJyxcbiAgICBzYW5kYm94OiAnU2FuZGJveCcsXG4gICAgJ3dpcmUtZm9ybWF0JzogJ1RoZSBzdGFtcCBhbmQgdGhlIGVudmVsb3BlcycsXG4gIH0pLFxuICBncm91cCgnU2VjdXJpdHknLCB7XG4gICAgJ3RocmVhdC1tb2RlbCc6ICdUaHJlYXQgbW9kZWwnLFxuICAgIGhhcmRlbjogJ0hhcmRlbiB5b3VyIHBsYXRmb3JtJyxcbiAgICAnc3VwcGx5LWNoYWluJzogJ1N1cHBseSBjaGFpbicsXG4gICAgJ3NlY3VyaXR5LXBvbGljeSc6ICdSZXBvcnQgYSB3ZWFrbmVzcycsXG4gIH0pLFxuICBncm91cCgnSGVscCcsIHtcbiAgICB0cm91Ymxlc2hvb3Rpbmc6ICdUcm91Ymxlc2hvb3RpbmcnLFxuICAgIGZhcTogJ1F1ZXN0aW9ucycsXG4gICAgZ2xvc3Nhcnk6ICdHbG9zc2FyeScsXG4gICAgYnJvd3NlcnM6ICdCcm93c2VyIHRhYmxlJyxcbiAgICBlbnZpcm9ubWVudHM6ICdXaGVyZSBpdCBydW5zJyxcbiAgICBjb21wYXJpc29uOiAnQ29tcGFyaXNvbicsXG4gICAgcGVyZm9ybWFuY2U6ICdTcGVlZCcsXG4gICAgY2hhbmdlbG9nOiAnQ2hhbmdlbG9nJyxcbiAgfSksXG4gIGdyb3VwKCdJbnRlcm5hbHMnLCB7XG4gICAgY29udHJpYnV0aW5nOiAnQ29udHJpYnV0aW5nJyxcbiAgICAnaW50ZXJuYWxzL3Byb21pc2VzJzogJ1Byb21pc2VzIGFuZCB0aGVpciB0ZXN0cycsXG4gICAgJ2ludGVybmFscy9pbnRlcmZhY2UtY292ZXJhZ2UnOiAnSW50ZXJmYWNlIGNvdmVyYWdlJyxcbiAgICAnaW50ZXJuYWxzL3dpcmUtZmFjdHMnOiAnV2lyZSBmYWN0cycsXG4gIH0pLFxuXVxuIl0sCiAgIm1hcHBpbmdzIjogIjtBQUNBLFNBQVMsd0JBQXdCO0FBQ2pDLFNBQVMsb0JBQW9COzs7QUNDdEIsSUFBTSxrQkFBa0I7QUFBQSxFQUM3QixtQkFBbUI7QUFBQSxFQUNuQixvQkFBb0I7QUFBQSxFQUNwQixtQkFBbUI7QUFBQSxFQUNuQix5QkFBeUI7QUFBQSxFQUN6QixtQkFBbUI7QUFBQSxFQUNuQixxQkFBcUI7QUFBQSxFQUNyQixrQkFBa0I7QUFBQSxFQUNsQixzQkFBc0I7QUFBQSxFQUN0QixxQkFBcUI7QUFBQSxFQUNyQixxQkFBcUI7QUFBQSxFQUNyQixvQkFBb0I7QUFBQSxFQUNwQixzQkFBc0I7QUFBQSxFQUN0QixrQkFBa0I7QUFBQSxFQUNsQixpQkFBaUI7QUFDbkI7OztBQ0pBLElBQU0sUUFBUSxDQUFDQSxRQUFPLFdBQVc7QUFBQSxFQUMvQixPQUFBQTtBQUFBLEVBQ0EsT0FBTyxPQUFPLFFBQVEsS0FBSyxFQUFFLElBQUksQ0FBQyxDQUFDLE1BQU1BLE1BQUssT0FBTyxFQUFFLE1BQU0sT0FBQUEsT0FBTSxFQUFFO0FBQ3ZFO0FBR08sSUFBTSxhQUFhO0FBQUEsRUFDeEIsTUFBTSxtQkFBbUI7QUFBQSxJQUN2QixtQkFBbUI7QUFBQSxJQUNuQixPQUFPO0FBQUEsSUFDUCxNQUFNO0FBQUEsSUFDTixTQUFTO0FBQUEsSUFDVCxXQUFXO0FBQUEsRUFDYixDQUFDO0FBQUEsRUFDRCxNQUFNLFlBQVk7QUFBQSxJQUNoQixPQUFPO0FBQUEsSUFDUCxPQUFPO0FBQUEsSUFDUCxlQUFlO0FBQUEsSUFDZixnQkFBZ0I7QUFBQSxJQUNoQixvQkFBb0I7QUFBQSxJQUNwQixNQUFNO0FBQUEsSUFDTixRQUFRO0FBQUEsRUFDVixDQUFDO0FBQUEsRUFDRCxNQUFNLFVBQVU7QUFBQSxJQUNkLG9CQUFvQjtBQUFBLElBQ3BCLFdBQVc7QUFBQSxJQUNYLG1CQUFtQjtBQUFBLElBQ25CLFdBQVc7QUFBQSxJQUNYLFVBQVU7QUFBQSxJQUNWLE1BQU07QUFBQSxJQUNOLFVBQVU7QUFBQSxJQUNWLEtBQUs7QUFBQSxJQUNMLG1CQUFtQjtBQUFBLElBQ25CLGFBQWE7QUFBQSxFQUNmLENBQUM7QUFBQSxFQUNELE1BQU0sZUFBZTtBQUFBLElBQ25CLFNBQVM7QUFBQSxJQUNULHFCQUFxQjtBQUFBLElBQ3JCLFFBQVE7QUFBQSxFQUNWLENBQUM7QUFBQSxFQUNELE1BQU0sYUFBYSxlQUFlO0FBQUEsRUFDbEMsTUFBTSx3QkFBd0I7QUFBQSxJQUM1QixVQUFVO0FBQUEsSUFDVixTQUFTO0FBQUEsSUFDVCxlQUFlO0FBQUEsRUFDakIsQ0FBQztBQUFBLEVBQ0QsTUFBTSxZQUFZO0FBQUEsSUFDaEIsZ0JBQWdCO0FBQUEsSUFDaEIsUUFBUTtBQUFBLElBQ1IsZ0JBQWdCO0FBQUEsSUFDaEIsbUJBQW1CO0FBQUEsRUFDckIsQ0FBQztBQUFBLEVBQ0QsTUFBTSxRQUFRO0FBQUEsSUFDWixpQkFBaUI7QUFBQSxJQUNqQixLQUFLO0FBQUEsSUFDTCxVQUFVO0FBQUEsSUFDVixVQUFVO0FBQUEsSUFDVixjQUFjO0FBQUEsSUFDZCxZQUFZO0FBQUEsSUFDWixhQUFhO0FBQUEsSUFDYixXQUFXO0FBQUEsRUFDYixDQUFDO0FBQUEsRUFDRCxNQUFNLGFBQWE7QUFBQSxJQUNqQixjQUFjO0FBQUEsSUFDZCxzQkFBc0I7QUFBQSxJQUN0QixnQ0FBZ0M7QUFBQSxJQUNoQyx3QkFBd0I7QUFBQSxFQUMxQixDQUFDO0FBQ0g7OztBRjdFQSxJQUFNLFFBQVE7QUFHZCxJQUFNLFVBQVUsQ0FBQyxZQUNmLFFBQ0csWUFBWSxFQUNaLFdBQVcsNEJBQTRCLEVBQUUsRUFDekMsV0FBVyxPQUFPLEdBQUc7QUFHMUIsSUFBTSxRQUFRLENBQUMsU0FBUyxVQUFVO0FBQ2hDLFFBQU0sTUFBTSxpQkFBaUIsU0FBUztBQUFBLElBQ3BDLElBQUk7QUFBQSxJQUNKLElBQUk7QUFBQSxJQUNKLE9BQU87QUFBQSxJQUNQLE1BQU07QUFBQSxFQUNSLENBQUM7QUFDRCxRQUFNLFVBQVUsSUFDYixXQUFXLDJCQUEyQixFQUFFLEVBQ3hDLFdBQVcsd0JBQXdCLHFCQUFxQjtBQUUzRCxRQUFNLE9BQU8sS0FBSyxVQUFVLE9BQU8sRUFBRSxXQUFXLEtBQUssT0FBTyxFQUFFLFdBQVcsS0FBSyxRQUFRO0FBQ3RGLFNBQU8scUVBQXFFLEtBQUssYUFBYSxJQUFJO0FBQUE7QUFDcEc7QUFFQSxJQUFPLGlCQUFRLGFBQWE7QUFBQSxFQUMxQjtBQUFBLEVBQ0EsYUFDRTtBQUFBLEVBQ0YsTUFBTTtBQUFBLEVBQ04sTUFBTSxRQUFRLElBQUksYUFBYTtBQUFBO0FBQUEsRUFFL0IsTUFBTSxDQUFDLENBQUMsUUFBUSxFQUFFLEtBQUssUUFBUSxNQUFNLFNBQVMsQ0FBQyxDQUFDO0FBQUEsRUFDaEQsUUFBUTtBQUFBLEVBQ1IsUUFBUTtBQUFBLEVBQ1IsVUFBVTtBQUFBLEVBQ1YsV0FBVztBQUFBLEVBQ1gsaUJBQWlCO0FBQUEsRUFDakIsVUFBVTtBQUFBLElBQ1IsUUFBUSxFQUFFLFFBQVE7QUFBQSxJQUNsQixPQUFPLEVBQUUsT0FBTyw4QkFBOEIsTUFBTSw0QkFBNEI7QUFBQSxJQUNoRixPQUFPLFVBQVU7QUFDZixZQUFNLFFBQVEsU0FBUyxTQUFTLE1BQU07QUFDdEMsZUFBUyxTQUFTLE1BQU0sUUFBUSxDQUFDLFFBQVEsVUFBVSxTQUFTO0FBQzFELGNBQU0sUUFBUSxPQUFPLEtBQUs7QUFDMUIsWUFBSSxNQUFNLEtBQUssS0FBSyxNQUFNLFVBQVcsUUFBTyxNQUFNLFFBQVEsT0FBTyxHQUFHLElBQUk7QUFDeEUsY0FBTSxVQUFVLE9BQU8sTUFBTSxHQUFHLEtBQUssRUFBRSxTQUFTLENBQUMsRUFBRSxLQUFLLE1BQU0sU0FBUyxjQUFjO0FBQ3JGLGNBQU0sUUFBUSxZQUFZLFNBQVksS0FBTSxPQUFPLE9BQU8sUUFBUSxPQUFPLElBQUksQ0FBQyxHQUFHLFdBQVc7QUFDNUYsZUFBTyxNQUFNLE1BQU0sU0FBUyxNQUFNLFdBQVcsWUFBWSxFQUFFLENBQUM7QUFBQSxNQUM5RDtBQUVBLGVBQVMsU0FBUyxNQUFNLGFBQWEsTUFDbkM7QUFDRixlQUFTLFNBQVMsTUFBTSxjQUFjLE1BQU07QUFBQSxJQUM5QztBQUFBLEVBQ0Y7QUFBQSxFQUNBLGFBQWE7QUFBQSxJQUNYLFNBQVMsRUFBRSxPQUFPLENBQUMsR0FBRyxDQUFDLEdBQUcsT0FBTyxlQUFlO0FBQUEsSUFDaEQsS0FBSztBQUFBLE1BQ0gsRUFBRSxNQUFNLFNBQVMsTUFBTSxtQkFBbUI7QUFBQSxNQUMxQyxFQUFFLE1BQU0sYUFBYSxNQUFNLGNBQWM7QUFBQSxNQUN6QyxFQUFFLE1BQU0sWUFBWSxNQUFNLGdCQUFnQjtBQUFBLE1BQzFDLEVBQUUsTUFBTSxVQUFVLE1BQU0sVUFBVTtBQUFBLElBQ3BDO0FBQUEsSUFDQSxTQUFTLFdBQVcsSUFBSSxDQUFDLEVBQUUsT0FBQUMsUUFBTyxNQUFNLE9BQU87QUFBQSxNQUM3QyxNQUFNQTtBQUFBLE1BQ04sT0FBTyxNQUFNLElBQUksQ0FBQyxFQUFFLE1BQU0sT0FBQUEsT0FBTSxPQUFPLEVBQUUsTUFBTUEsUUFBTyxNQUFNLElBQUksS0FBSyxRQUFRLFVBQVUsRUFBRSxDQUFDLEdBQUcsRUFBRTtBQUFBLElBQ2pHLEVBQUU7QUFBQSxJQUNGLFFBQVEsRUFBRSxVQUFVLFNBQVMsU0FBUyxFQUFFLGNBQWMsS0FBSyxFQUFFO0FBQUEsRUFDL0Q7QUFDRixDQUFDOyIsCiAgIm5hbWVzIjogWyJ0aXRsZSIsICJ0aXRsZSJdCn0K
