import { serverAuth } from '#lib/auth/auth.ts'

/** Sign-in, sign-up, sign-out, own sessions and password: better-auth's own endpoints. */
async function handle(request: Request): Promise<Response> {
  const response = await serverAuth().handler(request)
  response.headers.set('cache-control', 'no-store')
  return response
}

export { handle as GET, handle as POST }
