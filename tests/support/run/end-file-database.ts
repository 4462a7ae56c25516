import { afterAll } from 'vitest'
import { dropFileDatabase } from '#tests/support/servers/file-database.ts'

afterAll(() => dropFileDatabase())
