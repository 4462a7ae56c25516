import { simulate } from './lib/policy/simulate.ts'
import { readTraceFile } from './lib/aggregator/read-trace.ts'
const [file='',cold='']=process.argv.slice(2)
const sources=readTraceFile(file).map((s,i)=>({sourceId:i+1,postingTimes:s.postingTimes}))
const first=Math.min(...sources.map(s=>s.postingTimes[0]!)); const startAt=Math.floor(first/864e5)*864e5
const last=Math.max(...sources.map(s=>s.postingTimes.at(-1)!)); const endAt=(Math.floor(last/864e5)+1)*864e5
for (const without of [[],['lookahead'],['rhythms'],['own-hours','own-slots','kinds'],['lookahead','rhythms','own-hours','own-slots','kinds','recent-rates']] as const) {
 const run=simulate({method:'price',sources,budget:4,startAt,endAt,isCold:cold==='cold',without:without as any,keepsPolls:true})
 const d:number[]=[];for(const s of run.states)for(const t of s.pollTimes!){const k=Math.floor((t-startAt)/864e5)-14;d[k]=(d[k]??0)+1}
 console.log(without.join(','),run.report.meanMin?.toFixed(1),d.slice(0,10).map(x=>(x/run.states.length).toFixed(2)).join(' '))
}
