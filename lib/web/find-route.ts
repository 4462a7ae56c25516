/** The file of a route, and the parts of the path that it names. */
type FoundRoute = { readonly file: string; readonly params: Readonly<Record<string, string>> }

type Route = { readonly file: string; readonly parts: readonly string[] }

/**
 * Finds the route of an address among files such as "app/api/v1/views/[id]/route.ts", as Next does where each named part stands
 * for one part of the path, and "[...all]" at the end for all that are left ("[[...all]]": also for none), which nobody is told; what has
 * other spellings (a slash at its end, two of them) is none of ours.
 */
export function createRouteFinder(files: readonly string[]): (url: string) => FoundRoute | null {
  const routes = files.map((file) => ({ file, parts: file.split('/').slice(1, -1) }))
  const fixed = new Map(
    routes
      .filter(({ parts }) => !parts.some(isNamed))
      .map(({ file, parts }) => [`/${parts.join('/')}`, { file, params: {} }]),
  )
  const named = routes.filter(({ parts }) => parts.some(isNamed))
  return (url) => {
    const [pathname = ''] = url.split('?', 1)
    const known = fixed.get(pathname)
    if (known !== undefined) return known
    const asked = pathname.split('/').slice(1)
    const route = named.find(({ parts }) => isLike(parts, asked))
    const params = route === undefined ? null : paramsOf(route, asked)
    return route === undefined || params === null ? null : { file: route.file, params }
  }
}

const isNamed = (part: string) => part.startsWith('[')

const takesRest = (part: string | undefined) => part !== undefined && /^\[{1,2}\.\.\./.test(part)

const mayBeNone = (part: string | undefined) => part?.startsWith('[[...') === true

function isLike(parts: readonly string[], asked: readonly string[]): boolean {
  const least = mayBeNone(parts.at(-1)) ? parts.length - 1 : parts.length
  const isLong = takesRest(parts.at(-1)) ? asked.length >= least : asked.length === parts.length
  return (
    isLong &&
    !asked.slice(parts.length).includes('') &&
    parts.every((part, at) => (isNamed(part) ? asked[at] !== '' : part === asked[at]))
  )
}

/** null: a percent sign that begins nothing */
function paramsOf({ parts }: Route, asked: readonly string[]): Readonly<Record<string, string>> | null {
  try {
    return Object.fromEntries(
      parts.flatMap((part, at) =>
        isNamed(part) && !takesRest(part) ? [[part.slice(1, -1), decodeURIComponent(asked[at] ?? '')]] : [],
      ),
    )
  } catch {
    return null
  }
}
