import { test } from './fixtures.js'
import { discarded, keptForBack } from './support/away.js'
import { awayTests } from './support/away-tests.js'

awayTests(test, keptForBack)
test.describe('a discarded tab', { tag: '@long' }, () => awayTests(test, discarded))
