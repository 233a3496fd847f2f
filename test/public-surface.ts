/** The public doors and the names that each door must export. @module */
import { doors, packages } from '../scripts/doors.js'

/** The source of every door and executable of both packages. */
export const doorSources: readonly string[] = [
  ...doors.map(({ source }) => source),
  // React's second form, for server components.
  'src/react/client-boundary.ts',
  ...packages.flatMap(({ folder, manifest }) =>
    Object.values(manifest.bin).map((target) =>
      target.replace('./dist/', `${folder}src/`).replace(/\.js$/, '.ts'),
    ),
  ),
]

/** The sources of the doors that only the other package uses. Their names are not listed. */
export const internalSources: readonly string[] = doors
  .filter(({ isInternal }) => isInternal)
  .map(({ source }) => source)

/** The values and the types of a door, sorted as the scanner returns them. */
const names = (values: string, types = ''): readonly string[] =>
  [...(values.match(/\S+/g) ?? []), ...(types.match(/\S+/g) ?? []).map((name) => `type ${name}`)].sort()

/** The names that each door exports: its values, and then what is only a type. `type Name` is only a type. */
export const publicNames: Readonly<Record<string, readonly string[]>> = {
  'src/index.ts': names(
    `
    CeremonyError SealedKeyError ServiceError SessionError TransportError WalletError createWallet
    credentialTypes forgetAccounts headlineMoney indexedDbStore initialWalletState isProofRefused
    isWalletError listAccounts memoryStore passkeyNickname passkeySupport quoteDetails`,
    `
    AccountStore AnyWallet AnyWalletError Assertion AuthMethod AuthorizeQuoteOptions Awaited AwaitedAuthorization
    Backend CallOptions CeremonyErrorCode Clock Confirm ConfirmationQuestion ConfirmationRequest
    CreateCredentialOptions CredentialType Credentials Currency ErrorCode ErrorKind ExportedWallet Fault
    FlowState GetOidcToken InternalAccount KeyDeliveryMode ListedSession Money NoSessionReason
    OidcRequest OperationError OperationErrorCodes OwnHeaders PasskeySettings PasskeySupport
    PaymentInstruction Preparation PrepareOptions ProofInput ProofKind Quote QuoteDetails QuoteSource
    QuoteStatus RequestHeaders SandboxPorts ScaChallenge ScaFactor SealedKeyErrorCode ServiceErrorCode
    ServiceFault SessionErrorCode SessionInfo SessionKey SessionState Sessions SignInOptions
    SignedRequestOptions Signer StorageTier StoredAccount Transition TransportErrorCode Unlisted
    UnsettledQuote Wallet WalletEvent WalletOptions WalletState`,
  ),
  'src/react/index.ts': names(
    `
    WalletProvider useAuthorizeQuote useSecondsUntil useSession useSignIn useSignedAction useWallet
    useWalletState`,
    `
    ActionState QuoteAuthorization SignIn SignedAction WaitingQuote WalletElementProps WalletProviderProps`,
  ),
  'src/react/client-boundary.ts': names(`
    WalletProvider useAuthorizeQuote useSecondsUntil useSession useSignIn useSignedAction useWallet
    useWalletState`),
  'src/element/index.ts': names(
    'defineWalletElements',
    `
    Language Messages SignInProvider WalletConfirmElement WalletElementEvents WalletSignInElement`,
  ),
  'src/frame/index.ts': names(
    'serveWallet',
    'FramedRequest QuestionElement ServeWalletOptions ServedWallet ServedWalletOptions',
  ),
  'src/frame-host/index.ts': names('frameWallet', 'FrameWalletOptions FramedWallet'),
  'src/oidc/index.ts': names(
    'OidcError finishRedirect popupToken redirectToken',
    `
    FinishOptions FinishedRedirect Issuers OidcErrorCode OidcProvider PopupOptions PopupToken
    ProviderMetadata`,
  ),
  'src/diagnose/index.ts': names(
    'cspFor diagnose frameHeaders',
    'CspConfig DiagnoseOptions Finding FindingCode FrameHeadersConfig',
  ),
  'src/sandbox/index.ts': names('magicValues sandboxPorts', 'SandboxIdentity'),
  'src/backend/index.ts': names(
    `
    createBackend defaultLimits defaultOperations memoryStore originRefusal postgresStore redisStore
    relatedOrigins testStore unstorageStore`,
    `
    AnyRoute BackendEvent BackendOptions BackendStore ChallengeStore CountingStore ExtraRoute
    HeaderNames IoredisClient Limit LimitName LimitOptions NewPasskey NodeRedisClient Operation OwnerParts
    PaymentLimit PaymentOptions PostgresQuery PostgresStoreOptions Quote RedisStoreOptions RelyingParty
    Route
    ServiceOptions SharedStorage StepUpCall StepUpOptions StepUpRule StoreKey TestStoreOptions`,
  ),
  'src/client/index.ts': names(
    `
    ServiceError SessionError TransportError WalletError WebhookError createClient isChallenge
    verifyWebhook`,
    `
    AccountInfo AccountInfoBody AccountOrWalletInfo AccountRestrictions AccountRule Address Agent
    AgentAction AgentActionFilters AgentApprovalFilters AgentExternalAccountFilters AgentFilters
    AgentInternalAccountFilters AgentPolicy AgentPolicyChange AgentUsage AnsweredPolicy ApiToken
    ApprovalThresholds ApproveTransactionBody Assertion Attestation Auth AuthMethod AuthorizeQuoteBody
    BasicAuth BearerAuth BeneficialOwner Beneficiary BulkJob BulkJobError BulkUpload BulkUploadBody
    BusinessBeneficiary BusinessInfo CallAnswer CallInputs CallName CallOptions Card CardFilters
    CardTransaction ChallengeBody ClaimInvitationBody Client ClientKeyBody ClientOptions Clock
    ColombianBeneficiary CounterpartyField CreateAgentBody CreateBeneficialOwnerBody CreateCardBody
    CreateCredentialBody CreateCustomerBody CreateDocumentBody CreateExternalAccountBody
    CreateInvitationBody CreatePlatformExternalAccountBody CreateQuoteBody CreateTokenBody
    CreateVerificationBody CreatedAgent CreatedApiToken CreatedCredential CredentialChallenge
    CredentialList Currency Customer CustomerFilters CustomerTransactionFilters DeviceCode
    DeviceCodeStatus DiscoveryFilters Document DocumentBody DocumentFilters EmbeddedWalletConfig
    EncryptedCode ErrorCode ErrorKind EstimateWithdrawalFeeBody ExchangeRate ExchangeRateFilters
    ExchangeRateList ExternalAccount ExternalAccountFilters ExternalAccountReceiverLookup FieldIssue
    FundBody HeaderNames IndividualBeneficiary Institution InternalAccount InternalAccountFilters
    InternalAccountList Invitation KeyOption KnownWebhookEvent KycLink KycLinkBody ListedSession
    Merchant Money Page PageFilters PagedCall PasskeyCreation Payer PaymentInstruction PersonalInfo
    PlatformConfig PlatformExternalAccountFilters PlatformInternalAccountFilters PrivacyBody PullSummary
    Quote QuoteDestinationBody QuoteSource QuoteSourceBody QuoteStatus RateDetails ReceiverCurrency
    RedeemedDeviceCode Refund RejectActionBody RejectTransactionBody RequestIdOption RequestedField
    SandboxReceiveUmaBody SandboxSendBody ScaChallenge ServiceErrorCode Session SessionErrorCode
    SessionList SignatureOptions SignedCall SignedRequestChallenge SimulateAuthorizationBody
    SimulateEventBody SpendingLimits StampOption Summary SupportedCurrency TestDelivery Transaction
    TransactionFilters TransferBody TransferDetails TransferParty TransportErrorCode UmaProvider
    UmaReceiverLookup UnknownWebhookEvent Unlisted UpdateAgentBody UpdateBeneficialOwnerBody
    UpdateCardBody UpdateConfigBody UpdateCustomerBody Verification VerificationError
    VerificationFilters VerifyCall VerifyCredentialBody VerifyWebhookOptions WalletExport
    WebhookErrorCode WebhookEvent WebhookType WithdrawalFee`,
  ),
  'emulator/src/index.ts': names(
    'createEmulator steppedClock',
    `
    ApiToken Behaviour ChallengeEncoding Emulator EmulatorClock EmulatorFetch EmulatorOptions Fault Faults
    FiredFault Inbox KeyDeliveryMode LedgerView LoggedRequest Mail Mode OtpForm Profile ProvisionOptions
    Provisioned QueuedFault RefreshForm ScaOptions TestIssuer TokenClaims TrustedIssuer WebhookDelivery
    WebhookLog WebhookOptions`,
  ),
  'emulator/src/panel/index.ts': names(
    'askEmulator createPanel',
    'Ask Bench CallGroup Panel PanelOptions PartName Status',
  ),
  'emulator/src/testing/index.ts': names(
    'createTestStack emulatorControl killAtEveryPoint walletFixtures',
    `
    BrowserPage BrowserSession Codes EmulatorControl FixtureSetUp KillReport KillableServer PageElement
    Passkeys Point QuoteRequest SignInSteps TestStack TestStackOptions WalletFixtureOptions
    WalletFixtureSetUps WalletFixtures WebhookInbox`,
  ),
  'src/node/index.ts': names(
    'nodeHandler serve',
    'CloseOptions FastifyReply Handler ProbeOptions ServeOptions Served Wrapped',
  ),
  'src/cli/main.ts': names('runCli'),
  'emulator/src/cli/main.ts': names('runCli'),
}
