'use client'

export { LogIn } from '../log-in.tsx'
export { Shop } from '../shop.tsx'
