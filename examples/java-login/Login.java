import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.ConnectException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * A platform in Java, with nothing but the JDK: a login, a shop, and the wallet's backend behind it.
 *
 * <p>The backend is a process of its own, {@code npx embedded-wallet-auth backend --config wallet.json}. It asks {@code
 * /internal/login} here who is logged in. Pages reach it at {@code /wallet}, through this program; in production, your
 * proxy does that.
 */
public final class Login {
  private static final int PORT = Integer.parseInt(setting("PORT", "8000"));
  private static final String ORIGIN = setting("ORIGIN", "http://localhost:" + PORT);
  private static final String BACKEND = setting("BACKEND", "127.0.0.1:8080");
  private static final Duration LASTS = Duration.ofHours(8);
  private static final boolean IS_HTTPS = ORIGIN.startsWith("https:");
  // With the prefix, no other host of the site can set the cookie. Browsers want HTTPS for it.
  private static final String COOKIE = IS_HTTPS ? "__Host-login" : "login";

  /** A login session. The cookie is a secret. The id is not, so that it may appear in a store. */
  private record Session(String id, String cookie, List<String> accounts, Instant until) {}

  // Use your database instead, so that logins outlast this process, and several instances know them.
  private static final Map<String, Session> SESSIONS = new ConcurrentHashMap<>();
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final HttpClient CLIENT =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(Duration.ofSeconds(3)).build();

  /**
   * WRITE THIS before others use the platform: return the ids of the wallet accounts of the person who logs in. Check a
   * password, a passkey or the answer of your identity provider. Return nothing if it does not prove who they are. Here,
   * everybody is the demo account of the emulator.
   */
  private static Optional<List<String>> whoIs(HttpExchange exchange) {
    return Optional.ofNullable(System.getenv("ACCOUNT_ID")).map(List::of);
  }

  public static void main(String[] args) throws IOException {
    // Without this, each small answer waits for the confirmation of the one before.
    System.setProperty("sun.net.httpserver.nodelay", "true");
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", PORT), 0);
    server.setExecutor(Executors.newCachedThreadPool());
    server.createContext("/", exchange -> page(exchange));
    server.createContext("/api/", exchange -> api(exchange));
    server.createContext("/wallet/", exchange -> passOn(exchange));
    server.createContext("/internal/login", exchange -> whoIsLoggedIn(exchange));
    server.start();
    System.out.println(ORIGIN);
  }

  /** The backend's question. It comes with the person's cookie, and 401 means that nobody is logged in. */
  private static void whoIsLoggedIn(HttpExchange exchange) throws IOException {
    Session session = sessionOf(exchange);
    if (session == null) {
      answer(exchange, 401, "{}");
      return;
    }
    String accounts = String.join("\",\"", session.accounts());
    answer(exchange, 200, "{\"accountIds\":[\"" + accounts + "\"],\"loginSession\":\"" + session.id() + "\"}");
  }

  private static void api(HttpExchange exchange) throws IOException {
    String origin = exchange.getRequestHeaders().getFirst("Origin");
    String call = exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath();
    Session session = sessionOf(exchange);
    // A browser sends the cookie with requests of other origins of the same site, too.
    if (origin != null && !origin.equals(ORIGIN)) {
      answer(exchange, 403, "{\"code\":\"FORBIDDEN\"}");
    } else if (call.equals("POST /api/login")) {
      // This is checked with a live cookie, too: it may be that of the person before.
      Session now = logIn(exchange);
      if (now == null) {
        answer(exchange, 401, "{\"code\":\"NOT_LOGGED_IN\"}");
        return;
      }
      String kept = "; Path=/; Max-Age=" + LASTS.toSeconds() + "; HttpOnly; SameSite=Lax" + (IS_HTTPS ? "; Secure" : "");
      exchange.getResponseHeaders().set("Set-Cookie", COOKIE + "=" + now.cookie() + kept);
      answer(exchange, 200, "{\"accountId\":\"" + now.accounts().get(0) + "\"}");
    } else if (session == null) {
      answer(exchange, 401, "{\"code\":\"NOT_LOGGED_IN\"}");
    } else if (call.equals("POST /api/quotes")) {
      answer(exchange, 200, createQuote(session.accounts().get(0)));
    } else {
      answer(exchange, 404, "{\"code\":\"NOT_FOUND\"}");
    }
  }

  /**
   * Checks who is logging in, and gives them a new cookie; the old one ends. Returns null, and changes nothing, if the
   * request is nobody's.
   */
  private static Session logIn(HttpExchange exchange) {
    List<String> accounts = whoIs(exchange).orElse(List.of());
    if (accounts.isEmpty()) return null;
    Session before = sessionOf(exchange);
    SESSIONS.remove(secretOf(exchange));
    SESSIONS.values().removeIf(each -> !Instant.now().isBefore(each.until()));
    // For the same person the login session goes on: a sign-in to the wallet counts for step-up in one only.
    boolean isSame = before != null && before.accounts().equals(accounts);
    String id = isSame ? before.id() : HexFormat.of().formatHex(random(16));
    String cookie = Base64.getUrlEncoder().withoutPadding().encodeToString(random(32));
    Session session = new Session(id, cookie, accounts, Instant.now().plus(LASTS));
    SESSIONS.put(cookie, session);
    return session;
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    RANDOM.nextBytes(bytes);
    return bytes;
  }

  private static String secretOf(HttpExchange exchange) {
    String header = exchange.getRequestHeaders().getFirst("Cookie");
    for (String pair : header == null ? new String[0] : header.split("; ")) {
      if (pair.startsWith(COOKIE + "=")) return pair.substring(COOKIE.length() + 1);
    }
    return "";
  }

  /** Returns the login session of a request, or null if nobody is logged in. */
  private static Session sessionOf(HttpExchange exchange) {
    Session session = SESSIONS.get(secretOf(exchange));
    return session != null && Instant.now().isBefore(session.until()) ? session : null;
  }

  /** Creates a quote that pays the shop 20 dollars. The server, not the page, decides what is paid and to whom. */
  private static String createQuote(String account) throws IOException {
    String token = System.getenv("SERVICE_TOKEN_ID") + ":" + System.getenv("SERVICE_SECRET");
    String body =
        """
        {"source":{"sourceType":"ACCOUNT","accountId":"%s"},
         "destination":{"destinationType":"ACCOUNT","accountId":"%s"},
         "lockedCurrencySide":"RECEIVING","lockedCurrencyAmount":2000}"""
            .formatted(account, System.getenv("SHOP_ID"));
    HttpRequest request =
        HttpRequest.newBuilder(URI.create(System.getenv("SERVICE_URL") + "/quotes"))
            .header("Authorization", "Basic " + Base64.getEncoder().encodeToString(token.getBytes(StandardCharsets.UTF_8)))
            .header("Content-Type", "application/json")
            .timeout(Duration.ofSeconds(10))
            .POST(HttpRequest.BodyPublishers.ofString(body))
            .build();
    return new String(sent(request).body(), StandardCharsets.UTF_8);
  }

  private static final Set<String> HOP =
      Set.of("connection", "keep-alive", "transfer-encoding", "content-length", "host", "upgrade");

  /** What a proxy such as nginx does: passes the request on as it is, and the answer back. */
  private static void passOn(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://" + BACKEND + exchange.getRequestURI()))
            .timeout(Duration.ofSeconds(35))
            .method(exchange.getRequestMethod(), HttpRequest.BodyPublishers.ofByteArray(body));
    exchange.getRequestHeaders().forEach((name, values) -> {
      if (!HOP.contains(name.toLowerCase())) values.forEach(value -> request.header(name, value));
    });
    HttpResponse<byte[]> answer;
    try {
      answer = sent(request.build());
    } catch (ConnectException error) {
      // Nothing was sent, so a payment was certainly not made. After any other error, nobody can know.
      answer(exchange, 503, "{\"code\":\"BACKEND_DOWN\",\"details\":{\"forwarded\":false}}");
      return;
    }
    answer.headers().map().forEach((name, values) -> {
      if (!HOP.contains(name.toLowerCase())) exchange.getResponseHeaders().put(name, values);
    });
    send(exchange, answer.statusCode(), answer.body());
  }

  private static HttpResponse<byte[]> sent(HttpRequest request) throws IOException {
    try {
      return CLIENT.send(request, HttpResponse.BodyHandlers.ofByteArray());
    } catch (InterruptedException error) {
      Thread.currentThread().interrupt();
      throw new IOException(error);
    }
  }

  private static void page(HttpExchange exchange) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "text/html; charset=utf-8");
    // Without this header, a script of the page could send the session's key to a window of another site.
    exchange.getResponseHeaders().set("Cross-Origin-Opener-Policy", "same-origin");
    send(exchange, 200, "<!doctype html><title>Example Bank</title>".getBytes(StandardCharsets.UTF_8));
  }

  private static void answer(HttpExchange exchange, int status, String json) throws IOException {
    exchange.getResponseHeaders().set("Content-Type", "application/json");
    exchange.getResponseHeaders().set("Cache-Control", "no-store");
    send(exchange, status, json.getBytes(StandardCharsets.UTF_8));
  }

  private static void send(HttpExchange exchange, int status, byte[] body) throws IOException {
    boolean isEmpty = body.length == 0 || exchange.getRequestMethod().equals("HEAD");
    exchange.sendResponseHeaders(status, isEmpty ? -1 : body.length);
    if (!isEmpty) exchange.getResponseBody().write(body);
    exchange.close();
  }

  private static String setting(String name, String otherwise) {
    return Optional.ofNullable(System.getenv(name)).orElse(otherwise);
  }
}
