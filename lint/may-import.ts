/**
 * The folders that each folder may import besides itself. `a/{b,c}` names two folders, `a/**` all below a; an entry may also be one file.
 * A folder that is not listed is closed. tests/structure/house.test.ts looks for circles (docs/architecture.md: Dependencies).
 */
export const mayImport: Readonly<Record<string, string>> = {
  app: 'components/** lib/{aggregator,api,auth,documents,handlers,mail,pages,planning,polling,queries,search,sending,store,sync}/** lib/{runtime,words} package',
  'components/accounts': 'components/ui components/ui/form lib/auth/sign-in/{auth-client,weak-password}',
  'components/admin/budget':
    'components/ui components/admin/{lab,record,shared,sources} components/ui/{chart,form,open}',
  'components/admin/hosts': 'components/ui components/ui/{form,open}',
  'components/admin/lab': 'components/ui components/admin/shared components/ui/{chart,form,open}',
  'components/admin/people': 'components/ui components/admin/shared components/ui/{form,open}',
  'components/admin/record': 'components/ui components/admin/shared components/ui/{form,open}',
  'components/admin/retention': 'components/ui components/admin/shared components/ui/{form,open}',
  'components/admin/server':
    'components/ui components/admin/{budget,retention,shared,sources} components/ui/{chart,form,open}',
  'components/admin/shared': 'components/ui/{form,open}',
  'components/admin/sources':
    'components/ui components/sources/{list,source} components/ui/{chart,form,open}',
  'components/alerts': 'components/ui components/sources/source components/ui/{form,open}',
  'components/api': 'components/ui components/ui/form',
  'components/discover': 'components/ui components/ui/{chart,form,open}',
  'components/freshness': 'components/ui components/sources/source components/ui/{chart,form,open}',
  'components/integrations': 'components/{organising,ui} components/ui/{form,open}',
  'components/organising': 'components/ui/{form,open}',
  'components/outputs': 'components/{organising,ui} components/settings/reading components/ui/{form,open}',
  'components/palette':
    'components/{shell,ui} components/reading/keys components/shell/tree components/ui/{form,open}',
  'components/reading/article': 'components/ui/{form,open}',
  'components/reading/cursor': 'components/ui components/reading/{items,keys}',
  'components/reading/items': 'components/ui components/reading/keys components/ui/open',
  'components/reading/keys': 'components/ui components/ui/{form,open}',
  'components/reading/list':
    'components/{search,ui} components/reading/{article,cursor,items,keys,row,text} components/ui/{chart,form,open}',
  'components/reading/notes': 'components/ui components/ui/{form,open}',
  'components/reading/player': 'components/ui components/ui/{form,open}',
  'components/reading/row':
    'components/{organising,ui} components/reading/items components/ui/{chart,form,open}',
  'components/reading/screen':
    'components/{organising,search,ui} components/reading/{cursor,items,keys,list,row,text} components/ui/{form,open}',
  'components/reading/text':
    'components/ui components/reading/{article,items,keys,notes,player,row} components/ui/{form,open}',
  'components/rules': 'components/ui components/ui/{form,open}',
  'components/search': 'components/{organising,ui} components/reading/items components/ui/{form,open}',
  'components/settings':
    'components/{palette,shell,ui} components/settings/reading components/shell/frame components/ui/{form,open}',
  'components/settings/account':
    'components/{accounts,ui} components/settings/apps components/ui/{form,open} lib/auth/sign-in/auth-client',
  'components/settings/apps': 'components/{accounts,ui} components/ui/{form,open}',
  'components/settings/reading': 'components/ui components/shell/frame components/ui/{chart,form,open}',
  'components/shell': 'components/{organising,ui} components/reading/player components/ui/open',
  'components/shell/frame':
    'components/{palette,shell,ui} components/reading/{keys,player} components/shell/tree components/ui/{form,open}',
  'components/shell/tree': 'components/{organising,shell,ui} components/ui/{form,open}',
  'components/sources/adding': 'components/{accounts,discover,organising,ui} components/ui/{chart,form}',
  'components/sources/list': 'components/{organising,ui} components/ui/{chart,form,open}',
  'components/sources/statistics': 'components/{organising,ui} components/ui/{chart,form}',
  'components/sources/source':
    'components/{organising,ui} components/sources/{list,year} components/ui/{chart,form,open}',
  'components/sources/year': 'components/ui components/ui/{chart,form,open}',
  'components/ui': '',
  'components/ui/chart': 'components/ui',
  'components/ui/form': 'components/ui',
  'components/ui/open': 'components/ui components/ui/form',
  'lib/aggregator':
    'lib/{planning,polling,runtime,sending} lib/documents/{identity,images,threads} lib/lab/runs lib/store/{accounts,connection,events,freshness,ground,hosts,integrations,partitions,polling,retention,rules,search,server,sources,stories,subscriptions}',
  'lib/api/accounts': 'lib/words lib/api/{parts,postings}',
  'lib/api/alerts': 'lib/api/{accounts,http,lists,parts}',
  'lib/api/events': 'lib/api/{parts,postings}',
  'lib/api/freshness': 'lib/api/{parts,postings,sources}',
  'lib/api/http': 'lib/{runtime,text,words} lib/policy/basics',
  'lib/api/integrations': 'lib/words lib/api/http',
  'lib/api/lists': 'lib/api/{http,parts}',
  'lib/api/moving': 'lib/api/{http,sources}',
  'lib/api/openapi': 'lib/api/{accounts,http,operations}',
  'lib/api/operations':
    'lib/api/{accounts,alerts,events,freshness,http,integrations,lists,organising,outputs,postings,rules,server,sources}',
  'lib/api/organising': 'lib/api/{http,parts}',
  'lib/api/outputs': 'lib/api/{accounts,http,parts}',
  'lib/api/parts': 'lib/policy/basics',
  'lib/api/postings': 'lib/{text,words} lib/api/{http,lists,parts,sources}',
  'lib/api/rules': 'lib/api/{http,lists,parts,postings}',
  'lib/api/server': 'lib/api/{http,parts}',
  'lib/api/sources': 'lib/api/{http,parts,server}',
  'lib/auth/accounts':
    'lib/{mail,runtime,words} lib/api/{accounts,http} lib/auth/{identity,sign-in} lib/store/{accounts,connection,ground,subscriptions}',
  'lib/auth/identity': 'lib/{runtime,words} lib/api/{accounts,http} lib/store/{accounts,connection}',
  'lib/auth/requests':
    'lib/runtime lib/api/{accounts,http,server} lib/auth/{identity,sign-in} lib/documents/door lib/store/{accounts,connection,ground}',
  'lib/auth/sign-in':
    'lib/{runtime,words} lib/api/{accounts,http,server} lib/auth/identity lib/store/{accounts,connection,ground}',
  'lib/backup': 'lib/runtime lib/launch/{migrate,postgres,program} lib/store/connection package',
  'lib/documents/dates': '',
  'lib/documents/discover': 'lib/documents/{door,fetch,html,identity,read}',
  'lib/documents/door': 'lib/runtime lib/documents/{dates,html}',
  'lib/documents/fetch': 'lib/documents/{door,html,images,read}',
  'lib/documents/html': '',
  'lib/documents/identity': 'lib/documents/{door,html,read}',
  'lib/documents/images': 'lib/documents/door',
  'lib/documents/moving': 'lib/words lib/api/integrations lib/documents/{door,html,read}',
  'lib/documents/read': 'lib/documents/{dates,door,html}',
  'lib/documents/threads': 'lib/runtime lib/documents/{discover,door,identity,moving,read}',
  'lib/documents/write': 'lib/documents/{html,moving}',
  'lib/handlers': 'lib/api/{alerts,http} lib/auth/identity lib/store/{accounts,connection,ground,postings}',
  'lib/handlers/alerts': 'lib/api/{alerts,http} lib/handlers/postings lib/store/{alerts,ground}',
  'lib/handlers/discover':
    'lib/{aggregator,polling,runtime,words} lib/api/{http,sources} lib/auth/identity lib/documents/{discover,door,html,moving,threads} lib/store/connection',
  'lib/handlers/events': 'lib/runtime lib/api/http lib/store/connection',
  'lib/handlers/images':
    'lib/runtime lib/api/http lib/auth/requests lib/documents/{door,fetch,images} lib/store/{accounts,connection,hosts}',
  'lib/handlers/integrations': 'lib/api/http lib/store/integrations',
  'lib/handlers/metrics': 'lib/runtime lib/store/{connection,polling,server}',
  'lib/handlers/moving':
    'lib/{handlers,planning,polling,runtime,words} lib/api/{accounts,http,integrations,moving,organising,sources} lib/auth/identity lib/documents/{door,identity,moving,threads,write} lib/store/{accounts,connection,ground,moving,organising,subscriptions}',
  'lib/handlers/organising': 'lib/api/{http,sources} lib/store/{ground,organising}',
  'lib/handlers/outputs':
    'lib/sending lib/api/{http,outputs,sources} lib/auth/requests lib/documents/write lib/store/{connection,lists,organising,outputs,subscriptions}',
  'lib/handlers/postings':
    'lib/{aggregator,polling,runtime,search,words} lib/api/{http,postings} lib/auth/identity lib/documents/threads lib/store/{connection,moving,postings}',
  'lib/handlers/rules': 'lib/search lib/api/{http,rules} lib/handlers/postings lib/store/rules',
  'lib/handlers/server':
    'lib/{runtime,words} lib/api/{accounts,server} lib/store/{accounts,connection,freshness,server,sources}',
  'lib/handlers/sources':
    'lib/{search,words} lib/api/{http,server} lib/auth/requests lib/documents/{discover,door} lib/handlers/discover lib/store/{connection,hosts,sources}',
  'lib/handlers/sync':
    'lib/{handlers,planning,runtime,sync} lib/api/{http,postings} lib/auth/requests lib/documents/door lib/handlers/{discover,images,moving,postings,sources} lib/store/{connection,ground,lists} lib/sync/{fever,greader,miniflux}',
  'lib/handlers/websub': '',
  'lib/lab/command': 'lib/api/server lib/lab/{runs,simulator} lib/policy/{basics,facts,learning,schedule}',
  'lib/lab/literature': 'lib/policy lib/policy/{allocate,basics,estimate,facts,schedule}',
  'lib/lab/runs':
    'lib/{planning,runtime} lib/api/server lib/documents/threads lib/lab/simulator lib/policy/{learning,schedule} lib/store/{connection,ground,lab,planning,polling}',
  'lib/lab/simulator':
    'lib/policy lib/lab/literature lib/policy/{adaptive,basics,facts,learning,price,schedule}',
  'lib/launch': 'lib/runtime lib/launch/{build,migrate,postgres,processes,program}',
  'lib/launch/build': 'lib/runtime lib/launch/program',
  'lib/launch/migrate': 'lib/launch/{postgres,program}',
  'lib/launch/postgres': 'lib/runtime lib/launch/{processes,program}',
  'lib/launch/processes': 'lib/runtime',
  'lib/launch/program': 'lib/runtime',
  'lib/mail': 'lib/runtime',
  'lib/offline': 'lib/api/{http,lists,postings,sources}',
  'lib/pages':
    'components/shell components/shell/frame lib/{runtime,words} lib/api/postings lib/auth/requests lib/queries/{accounts,postings,requests} lib/store/{accounts,connection,events,ground}',
  'lib/planning':
    'lib/{policy,runtime} lib/api/{server,sources} lib/documents/threads lib/policy/{basics,estimate,facts,learning,preview,price,schedule} lib/store/{accounts,alerts,connection,ground,hosts,planning,polling,retention,server,sources}',
  'lib/policy': 'lib/policy/{adaptive,allocate,basics,estimate,facts,price,schedule}',
  'lib/policy/adaptive': 'lib/policy/{basics,estimate}',
  'lib/policy/allocate': 'lib/policy/{basics,facts,schedule}',
  'lib/policy/basics': '',
  'lib/policy/estimate': 'lib/policy/basics',
  'lib/policy/facts': 'lib/policy/{adaptive,basics,learning}',
  'lib/policy/learning': 'lib/policy/{basics,estimate}',
  'lib/policy/preview': 'lib/policy/{allocate,basics,learning,schedule}',
  'lib/policy/price': 'lib/policy/{basics,facts,learning,schedule}',
  'lib/policy/schedule': 'lib/policy/{basics,estimate,facts}',
  'lib/polling':
    'lib/{planning,policy,runtime} lib/api/http lib/documents/{door,fetch,html,identity,read,threads,write} lib/policy/{basics,facts,learning,schedule} lib/store/{accounts,connection,ground,hosts,lists,polling,postings,websub}',
  'lib/queries': 'lib/api/{integrations,outputs,rules} lib/queries/requests',
  'lib/queries/accounts': 'lib/words lib/api/accounts lib/queries/requests',
  'lib/queries/admin': 'lib/api/{accounts,server} lib/queries/requests',
  'lib/queries/alerts': 'lib/api/alerts lib/queries/requests',
  'lib/queries/events':
    'lib/api/{events,lists,parts,postings,sources} lib/queries/{alerts,postings,requests}',
  'lib/queries/organising': 'lib/api/{lists,organising,sources} lib/queries/{postings,requests}',
  'lib/queries/postings': 'lib/search lib/api/{lists,postings,sources} lib/queries/{accounts,requests}',
  'lib/queries/requests': 'lib/api/{freshness,http,postings,server}',
  'lib/queries/sources': 'lib/api/{freshness,moving,sources} lib/queries/{organising,requests}',
  'lib/runtime': 'lib/text',
  'lib/search': '',
  'lib/sending':
    'lib/{mail,planning,policy,polling,runtime,text,words} lib/api/{alerts,integrations,outputs,postings} lib/documents/{door,fetch,html,write} lib/policy/basics lib/store/{alerts,connection,digests,ground,hours,integrations,lists,outputs,planning,polling}',
  'lib/store/accounts':
    'lib/api/{accounts,server} lib/policy/learning lib/store/{connection,ground,hours,lab,outputs}',
  'lib/store/alerts':
    'lib/{runtime,search,words} lib/api/alerts lib/policy/basics lib/store/{accounts,connection,ground,hours,integrations,lists,marks,outputs,planning,search}',
  'lib/store/connection': 'lib/runtime lib/api/{http,postings}',
  'lib/store/digests': 'lib/words lib/api/outputs lib/store/{connection,hours,outputs}',
  'lib/store/discover': 'lib/api/sources lib/store/{connection,freshness,ground,subscriptions}',
  'lib/store/events': 'lib/runtime lib/api/events lib/store/{accounts,connection}',
  'lib/store/freshness':
    'lib/{policy,runtime} lib/api/{freshness,lists,sources} lib/policy/basics lib/store/{connection,ground,lists,partitions,planning}',
  'lib/store/ground':
    'lib/{runtime,text,words} lib/api/{accounts,lists,organising,parts,postings,server} lib/documents/{html,moving,read} lib/policy/{basics,schedule} lib/store/connection',
  'lib/store/hosts':
    'lib/api/server lib/documents/{door,fetch} lib/policy/{basics,schedule} lib/store/{connection,ground}',
  'lib/store/hours': '',
  'lib/store/integrations': 'lib/api/integrations lib/documents/html lib/store/{accounts,connection,outputs}',
  'lib/store/lab':
    'lib/api/server lib/lab/simulator lib/policy/{basics,schedule} lib/store/{connection,ground,planning}',
  'lib/store/lists':
    'lib/{runtime,search} lib/api/{accounts,lists,organising,outputs,postings} lib/documents/html lib/store/{connection,ground,partitions,search,stories}',
  'lib/store/marks':
    'lib/search lib/api/{lists,postings} lib/store/{accounts,connection,ground,lists,organising,planning,search,stories,sync}',
  'lib/store/moving':
    'lib/{runtime,search} lib/api/{accounts,alerts,integrations,lists,organising,outputs,postings,rules} lib/documents/{html,identity,moving} lib/store/{accounts,alerts,connection,digests,ground,integrations,lists,organising,outputs,postings,rules,stories,subscriptions}',
  'lib/store/organising': 'lib/api/{organising,sources} lib/store/{connection,ground,lists,outputs}',
  'lib/store/outputs':
    'lib/{runtime,search} lib/api/outputs lib/documents/{html,write} lib/store/{connection,ground,hours,lists}',
  'lib/store/partitions': 'lib/runtime lib/api/{http,postings} lib/store/{connection,ground}',
  'lib/store/planning':
    'lib/{runtime,search} lib/api/server lib/policy/{basics,facts,learning,preview,schedule} lib/store/{connection,ground,hours,search}',
  'lib/store/polling':
    'lib/runtime lib/api/{http,sources} lib/documents/{door,read} lib/policy/{basics,facts,learning,schedule} lib/store/{connection,ground,hosts,marks,planning,postings,websub}',
  'lib/store/postings':
    'lib/runtime lib/api/{http,postings} lib/documents/{html,identity,moving,read} lib/store/{connection,ground,hosts,lists,marks,stories}',
  'lib/store/retention': 'lib/api/{parts,server} lib/store/{connection,ground,polling,postings,stories}',
  'lib/store/rules':
    'lib/search lib/api/rules lib/store/{accounts,alerts,connection,ground,integrations,lists,marks,postings,search}',
  'lib/store/search': 'lib/runtime lib/search lib/api/lists lib/documents/html lib/store/{connection,ground}',
  'lib/store/server':
    'lib/runtime lib/api/{accounts,server} lib/policy/learning lib/store/{connection,ground,outputs,planning,postings,websub}',
  'lib/store/sources':
    'lib/{policy,search} lib/api/{accounts,parts,server,sources} lib/documents/door lib/policy/{basics,facts,learning,price,schedule} lib/store/{connection,freshness,ground,hosts,lists,marks,planning,polling,server}',
  'lib/store/stories': 'lib/api/postings lib/documents/identity lib/store/{connection,ground}',
  'lib/store/subscriptions':
    'lib/runtime lib/api/{freshness,organising,server,sources} lib/documents/door lib/policy/basics lib/store/{accounts,connection,ground,hosts,lists,marks,organising,sources,stories}',
  'lib/store/sync':
    'lib/runtime lib/documents/{html,read} lib/policy/basics lib/store/{connection,ground,lists}',
  'lib/store/websub':
    'lib/documents/read lib/policy/{basics,schedule} lib/store/{connection,ground,hosts,postings}',
  'lib/sync':
    'lib/runtime lib/api/{http,sources} lib/auth/requests lib/store/{connection,organising,subscriptions,sync}',
  'lib/sync/fever':
    'lib/{sync,words} lib/api/http lib/auth/requests lib/store/{connection,lists,marks,sync} lib/sync/greader',
  'lib/sync/greader':
    'lib/{runtime,sync,words} lib/api/{http,moving} lib/auth/{identity,requests} lib/store/{accounts,connection,lists,marks,organising,polling,subscriptions,sync}',
  'lib/sync/miniflux':
    'lib/{sync,words} lib/api/{http,moving} lib/auth/requests lib/store/{connection,ground,lists,marks,organising,polling,postings,subscriptions,sync} lib/sync/greader',
  'lib/text': 'lib/words lib/policy/basics',
  'lib/web': 'lib/runtime lib/api/http lib/auth/{requests,sign-in} lib/documents/door lib/launch/program',
}

/** The folders and files that all of a layer may import; '' stands for all layers. */
const shared: Readonly<Record<string, string>> = {
  '': 'lib/policy/basics/time lib/text/names',
  components: 'lib/api/** lib/queries/** lib/{search,text,words}',
  'lib/store': 'lib/store/generated',
}

/** The pattern of imports that a folder must not make. */
export function closedTo(folder: string, allowed: string): string {
  const byLayer = Object.entries(shared).flatMap(([layer, entries]) =>
    folder.startsWith(layer) ? expand(entries) : [],
  )
  const open = [folder, ...byLayer, ...expand(allowed)].map((entry) =>
    entry.endsWith('/**') ? `${entry.slice(0, -3)}/.*` : `${entry}(/[^/]+|[.][a-z]+)`,
  )
  return `^#(?!(${open.join('|')})$)`
}

function expand(entries: string): string[] {
  return entries.split(' ').flatMap((entry) => {
    const [, before, names, after] = /^(.*)\{(.*)\}(.*)$/.exec(entry) ?? []
    if (names === undefined) return entry === '' ? [] : [entry]
    return names.split(',').map((name) => `${before}${name}${after}`)
  })
}
