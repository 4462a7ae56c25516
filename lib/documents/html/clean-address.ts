/**
 * Query parameters that only tell publishers where a reader came from. The identity of postings disregards exactly these:
 * with another list, stored postings would get another key, or seem edited. What is only shown may lose more (below).
 */
const ignoredByIdentity =
  /^(utm_\w+|fbclid|gclid|dclid|msclkid|mc_cid|mc_eid|yclid|igshid|_hsenc|_hsmi|ref_src|wt_mc|at_medium|at_campaign|cmpid|ns_mchannel)$/i

/** Known as well, each made for following readers from page to page: Google, Meta, TikTok, X, Adobe, Matomo, HubSpot … */
const known =
  /^(gbraid|wbraid|gad_source|gclsrc|_ga|_gl|igsh|ttclid|twclid|li_fat_id|epik|s_cid|s_kwcid|ef_id|(mtm|pk|piwik)_(campaign|kwd|keyword|source|medium|content|cid|group|placement)|__hstc|__hsfp|__hssc|hsctatracking|vero_id|vero_conv|oly_anon_id|oly_enc_id|_openstat|rb_clickid|mkt_tok|wickedid|cvid|ref_url|sc_campaign|ncid|icid|spm|xtor|at_custom\d|at_link_\w+)$/i

/** An absolute address as its identity is compared: without trackers; one that has none is left as it is. */
export function withoutTracking(address: string): string {
  return withoutParameters(address, (name) => ignoredByIdentity.test(name))
}

/** An absolute address as it is shown and opened: without any known tracker; one that has none is left as it is. */
export function cleanAddress(address: string): string {
  return withoutParameters(address, (name) => ignoredByIdentity.test(name) || known.test(name))
}

function withoutParameters(address: string, isTracker: (name: string) => boolean): string {
  if (!address.includes('?')) return address
  const url = URL.parse(address)
  if (url === null) return address
  // URLSearchParams would rewrite the encoding of the parameters that stay.
  const parameters = url.search.slice(1).split('&')
  const kept = parameters.filter((parameter) => !isTracker(parameter.split('=', 1)[0] ?? ''))
  if (kept.length === parameters.length) return address
  url.search = kept.join('&')
  return url.href
}
