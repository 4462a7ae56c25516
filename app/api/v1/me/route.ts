import type { Me } from '#lib/api/account.ts'
import { route } from '#lib/api/route.ts'
import { requireSubscriber } from '#lib/auth/require-subscriber.ts'

export const GET = route(async (request): Promise<Me> => {
  const { id, name, email, role } = await requireSubscriber(request)
  return { id, name, email, role }
})
