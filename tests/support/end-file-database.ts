import { afterAll } from 'vitest'
import { dropFileDatabase } from './file-database.ts'

afterAll(() => dropFileDatabase())
