export const metadata = { title: 'Example Bank', icons: 'data:,' }

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
