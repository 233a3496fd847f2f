import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { problemOf, whoAmI } from './ask.ts'
import { LogIn } from './log-in.tsx'
import { ProblemPage } from './problem.tsx'
import { Shop } from './shop.tsx'

const page = await whoAmI().then(
  (mine) => (mine === undefined ? <LogIn /> : <Shop {...mine} />),
  (error) => <ProblemPage problem={problemOf(error)} />,
)
createRoot(document.querySelector('#root') ?? document.body).render(<StrictMode>{page}</StrictMode>)
