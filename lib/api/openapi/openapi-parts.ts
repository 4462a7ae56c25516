import { errorStatus } from '#lib/api/http/errors.ts'

/** The ways to say who one is. */
export const securitySchemes = {
  token: {
    type: 'http',
    scheme: 'bearer',
    description: 'A token from the settings. The names are its scopes.',
  },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'better-auth.session_token',
    description: 'The session of a browser.',
  },
}

/** The rest of the requests of a minute. */
export const limitHeaders = {
  'RateLimit-Policy': {
    description: 'How many requests (q) a token and its account have in w seconds.',
    schema: { type: 'string', examples: ['"token";q=1200;w=60, "account";q=2400;w=60'] },
  },
  RateLimit: {
    description: 'At least how many of them are left (r), for t seconds.',
    schema: { type: 'string', examples: ['"token";r=1187;t=42, "account";r=2387;t=42'] },
  },
}

/** Of what makes something: by it, it is made once, however often it is asked for. */
export const keyParameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description:
    'A key of your choice, new for each thing that you create. If no answer came, send the same key and body again: within 24 hours it is not created twice and the answer is the first one.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
  example: '"8e03978e-40d5-43dd-bc93-6894a57f9324"',
}

/** The body of every refusal. */
export const errorSchema = {
  type: 'object',
  required: ['error'],
  properties: {
    error: {
      type: 'object',
      required: ['code', 'message', 'requestId'],
      properties: {
        code: { type: 'string', enum: Object.keys(errorStatus) },
        message: { type: 'string', description: 'For people, in the language that the request accepts.' },
        requestId: { type: 'string' },
        field: { type: 'string', description: 'Which part of the input is wrong.' },
        httpStatus: {
          type: 'integer',
          description: 'The status with which another server answered, if that is the reason.',
        },
        problems: {
          type: 'array',
          description: 'What is wrong with a search, from left to right.',
          items: {},
        },
      },
    },
  },
}
