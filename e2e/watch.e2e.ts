import { expect, test } from './fixtures.js'

test('the watch over test pages sees a Trusted Types violation, an uncaught error and an unhandled rejection', async ({
  wallet,
  complaints,
}) => {
  const refused = await wallet.page.evaluate(() => {
    setTimeout(() => {
      throw new Error('uncaught here')
    })
    void Promise.reject(new Error('unhandled here'))
    try {
      document.body.innerHTML = '<p>'
      return 'written'
    } catch (error) {
      return String(error)
    }
  })
  expect(refused).toContain('TypeError')
  await expect.poll(() => complaints.length).toBe(3)
  const said = complaints.splice(0).join('\n')
  expect(said).toContain('require-trusted-types-for')
  expect(said).toContain('uncaught here')
  expect(said).toContain('unhandled here')
})

test('the test page has a content security policy that allows nothing unsafe', async ({ wallet }) => {
  const response = await wallet.page.reload()
  const policy = response?.headers()['content-security-policy'] ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("require-trusted-types-for 'script'; trusted-types 'none'")
  expect(policy).not.toMatch(/unsafe|\*/)
})
