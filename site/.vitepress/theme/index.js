/** The default theme with the fonts of the system, so that no page waits for one. @module */
import { useRoute } from 'vitepress'
import theme from 'vitepress/theme-without-fonts'
import { onMounted, watch } from 'vue'
import './style.css'

/** Scrolls the sidebar to the entry of the page. */
const showEntry = () => {
  const sidebar = document.querySelector('.VPSidebar')
  const entry = sidebar?.querySelector('.VPSidebarItem.is-active')
  if (!sidebar || !entry) return
  const { top, bottom } = entry.getBoundingClientRect()
  if (top < 80 || bottom > innerHeight - 40) sidebar.scrollTop += top - innerHeight / 2
}

export default {
  extends: theme,
  setup() {
    const route = useRoute()
    onMounted(() => requestAnimationFrame(showEntry))
    watch(
      () => route.path,
      () => requestAnimationFrame(showEntry),
      { flush: 'post' },
    )
  },
}
