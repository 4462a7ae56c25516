/** Values of a form; a list stands for a name that is sent several times. */
export type Form = Readonly<Record<string, string | number | readonly (string | number | bigint)[]>>

export type Answered = {
  readonly status: number
  readonly text: string
  readonly headers: Headers
  /** The answer where it is JSON. */
  readonly body: Record<string, unknown>
}

export function formOf(form: Form): URLSearchParams {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(form))
    for (const each of Array.isArray(value) ? (value as unknown[]) : [value])
      fields.append(name, String(each))
  return fields
}

/** Asks as apps do, without following redirections: there must be none. */
export async function ask(url: string, options: RequestInit = {}): Promise<Answered> {
  const answer = await fetch(url, { redirect: 'manual', ...options })
  const text = await answer.text()
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false
  return {
    status: answer.status,
    text,
    headers: answer.headers,
    body: isJson ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}
