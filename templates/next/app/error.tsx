'use client'
import { useState } from 'react'
import { problemOf } from '../ask.ts'
import { ProblemPage } from '../problem.tsx'

export default function Failed({ error }: { error: Error }) {
  const [problem] = useState(() => problemOf(error))
  return <ProblemPage problem={problem} />
}
