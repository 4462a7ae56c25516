import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { openApiDocument } from '#lib/api/openapi/openapi.ts'

// Its types are of documents; ours is made, and is what is to be found out.
const document = () => JSON.parse(JSON.stringify(openApiDocument('1.2.3'))) as Record<string, unknown>

test('the description is a valid document of OpenAPI 3.1', async () => {
  const validator = new Validator()
  expect(await validator.validate(document())).toMatchObject({ valid: true })
  expect(validator.version).toBe('3.1')
})

test('the validator finds what is wrong', async () => {
  const lacking = { ...document(), info: undefined }
  expect((await new Validator().validate(lacking)).valid).toBe(false)
})
