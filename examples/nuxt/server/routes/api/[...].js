export default defineEventHandler((event) => answer(toWebRequest(event)))
