import subprocess,re
def run(): 
    r=subprocess.run(['npx','vitest','run','test/layers','test/homes','test/file','test/scan','test/browser','test/tally','test/bundle','test/forb','test/public','--reporter=dot'],capture_output=True,text=True,env={**__import__('os').environ,'NO_COLOR':'1'})
    m=re.search(r'Tests\s+(?:(\d+) failed)?',r.stdout); return m.group(1) if m else 'crash'
base=run(); print('base',base)
muts=[('test/layers.ts','return targetLayer > layer','return targetLayer >= layer'),
('test/layers.ts',"return nodeFiles.includes(path) ? [] :","return true ? [] :"),
('test/layers.ts',"if (specifier === '<computed>')","if (false)"),
('scripts/tally.js',"failed === 0 && (code !== 0 || passed === 0)","failed === 0 && passed === 0"),
('scripts/tally.js',"failed === 0 && (code !== 0 || passed === 0)","failed === 0 && code !== 0"),
('scripts/bundle-rules.js',"bytes > firstLoadLimit","bytes >= firstLoadLimit"),
('scripts/bundle-rules.js',"for (const { imports } of reached)","for (const { imports } of [...reached])"),
('scripts/browser-order.js',"if (await runs(path))","if (true)"),
('test/homes.test.ts',"|(?:=|\\?\\?|\\|\\|)\\s*fetch\\b(?!\\s*[:(])",""),
('test/file-rules.test.ts',"lines > 200 &&","lines > 201 &&"),
]
for f,a,b in muts:
    s=open(f).read(); assert a in s,(f,a)
    open(f,'w').write(s.replace(a,b)); print(f,a[:40],'→',run()); open(f,'w').write(s)
