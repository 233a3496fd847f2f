/** The default theme with the fonts of the system, so that no page waits for one. @module */
import theme from 'vitepress/theme-without-fonts'
import './style.css'

export default theme
