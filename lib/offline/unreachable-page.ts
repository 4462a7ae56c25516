/** The words of the page below in one language. */
type UnreachableWords = { readonly title: string; readonly hint: string; readonly link: string }

/** By language; set by app/sw.js/route.ts. */
declare const unreachableWords: Readonly<Record<string, UnreachableWords>>

/** The page asks so often whether the server is back, as a browser may not say that the network is. */
const askEveryMs = 15_000

/**
 * The page at an address that is not kept, while the server does not answer: nobody is sent elsewhere, and the
 * page comes by itself. It uses nothing that would have to be loaded, and is in the language of the kept page.
 */
export function unreachablePage(keptPage: string): string {
  const language = /<html[^>]{0,200}?\blang="([a-z]{2})/.exec(keptPage)?.[1] ?? 'en'
  const words = unreachableWords[language] ?? unreachableWords['en']
  if (words === undefined) return ''
  const { title, hint, link } = words
  return `<!doctype html><html lang="${language}"><meta charset="utf-8"><title>${title}</title>
<meta name="viewport" content="width=device-width">
<style>
:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif;color:light-dark(#1b2430,#e4e9ec);background:light-dark(#f6f8f9,#12181d)}
main{max-width:560px;margin:18vh auto 0;padding:0 24px}h1{font-size:20px;margin:0}p{margin:8px 0 24px;color:light-dark(#465361,#b3bdc4)}
a{display:inline-block;padding:10px 16px;border-radius:6px;color:light-dark(#f9fbfc,#12181d);background:light-dark(#1b2430,#e4e9ec);text-decoration:none}
</style>
<main><div role="status"><h1>${title}</h1><p>${hint}</p></div><a href="/">${link}</a></main>
<script>
const load=()=>location.reload();addEventListener('online',load)
setInterval(()=>fetch('/healthz').then(({ok})=>{if(ok)load()},()=>{}),${askEveryMs})
</script></html>`
}
