import { readdirSync, readFileSync } from 'node:fs'
import ignore from 'ignore'

/** Git's rules: the patterns are written so that they mean the same to Docker. */
const rules = ignore().add(readFileSync('.dockerignore', 'utf8'))

/** Whether .dockerignore lets a file or folder into an image. */
export function isInImage(name: string): boolean {
  return !rules.ignores(name)
}

/** Names at the top that are let into an image. */
export function readLetThrough(): readonly string[] {
  return readdirSync('.').filter(isInImage)
}
