import com.fasterxml.jackson.databind.ObjectMapper;
import java.math.BigInteger;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.startup.Tomcat;
import org.springframework.http.*;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.jdbc.datasource.SingleConnectionDataSource;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.*;

/** The routes of the studies on Spring MVC in an embedded Tomcat: java Server PORT FOLDER */
@RestController
public class Server {
    private static final String TEXT = String.join("", Collections.nCopies(120, "All that a page says to everybody. "));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Base64.Encoder BASE64 = Base64.getUrlEncoder().withoutPadding();
    private static JdbcTemplate db;

    public static void main(String[] words) throws Exception {
        String url = "jdbc:sqlite:" + words[1] + "/data.db?journal_mode=WAL&synchronous=NORMAL&busy_timeout=20000";
        db = new JdbcTemplate(new SingleConnectionDataSource(url, true)); // one, as SQLite has one writer
        db.execute("CREATE TABLE todos (id INTEGER PRIMARY KEY, owner TEXT, title TEXT, done INTEGER)");
        db.execute("CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT)");
        for (Object name : JSON.readValue(Server.class.getResource("/names.json"), List.class))
            db.update("INSERT INTO names (name) VALUES (?)", name);

        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(words[1]);
        tomcat.setPort(Integer.parseInt(words[0]));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", words[1]);
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.register(RequestMappingHandlerMapping.class, JsonAdapter.class, Server.class, Todos.class);
        Tomcat.addServlet(context, "spring", new DispatcherServlet(spring)).setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "spring");
        Tomcat.addServlet(context, "files", "org.apache.catalina.servlets.DefaultServlet");
        context.addServletMappingDecoded("/static/*", "files");
        tomcat.start();
        tomcat.getServer().await();
    }

    /** In place of @EnableWebMvc, which fails here: the CGLIB of Debian's Spring does not fit its ASM. */
    static class JsonAdapter extends RequestMappingHandlerAdapter {
        { getMessageConverters().add(new MappingJackson2HttpMessageConverter()); }
    }

    @GetMapping("/greet")
    public String greet() {
        return "Hello!";
    }

    @GetMapping("/fibonacci/{n}")
    public String fibonacci(@PathVariable int n) {
        BigInteger a = BigInteger.ZERO, b = BigInteger.ONE, sum;
        for (int i = 0; i < n; i++, a = b, b = sum) sum = a.add(b);
        return a.toString();
    }

    @GetMapping("/name_list")
    public List<String> nameList() {
        return db.queryForList("SELECT name FROM names ORDER BY id", String.class);
    }

    @GetMapping("/find_by_name")
    public List<?> findByName(@RequestParam String name) {
        return db.queryForList("SELECT id, name FROM names WHERE name = ?", name);
    }

    @RequestMapping("/method")
    public ResponseEntity<?> method(HttpMethod verb) {
        int status = verb == HttpMethod.POST ? 201 : 200;
        return ResponseEntity.status(status).body(Collections.singletonMap("method", verb));
    }

    @GetMapping(path = "/page", produces = "text/html")
    public String page(HttpSession session, @SessionAttribute(required = false) Integer visits) {
        session.setAttribute("visits", visits == null ? 1 : visits + 1);
        return "<p>Visit " + session.getAttribute("visits") + "</p><p>" + TEXT + "</p>";
    }

    @PostMapping("/upload")
    public Map<?, ?> upload(@RequestBody byte[] body) {
        return Collections.singletonMap("bytes", body.length);
    }

    @PostMapping("/login")
    public Map<?, ?> login(@RequestBody Map<String, String> body) throws Exception {
        byte[] claims = JSON.writeValueAsBytes(Collections.singletonMap("sub", body.get("login")));
        String header = BASE64.encodeToString("{\"alg\":\"HS256\"}".getBytes());
        return Collections.singletonMap("token", signed(header + "." + BASE64.encodeToString(claims)));
    }

    /** A JSON Web Token; Debian has no library for it. */
    private static String signed(String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec("measured on loopback, secret to nobody".getBytes(), "HmacSHA256"));
        return text + "." + BASE64.encodeToString(mac.doFinal(text.getBytes()));
    }

    @RestController
    @RequestMapping("/todos")
    static class Todos {
        @ModelAttribute("user")
        public String user(@RequestHeader(defaultValue = "") String authorization) throws Exception {
            String text = authorization.replaceAll("^Bearer |\\.[^.]*$", "");
            if (!authorization.equals("Bearer " + signed(text))) throw new NotLoggedIn();
            return JSON.readTree(Base64.getUrlDecoder().decode(text.split("\\.")[1])).get("sub").asText();
        }

        @ResponseStatus(HttpStatus.UNAUTHORIZED) static class NotLoggedIn extends RuntimeException {}

        @PostMapping
        @ResponseStatus(HttpStatus.CREATED)
        public Map<?, ?> add(@ModelAttribute("user") String user, @RequestBody Map<String, ?> todo) {
            String insert = "INSERT INTO todos (owner, title, done) VALUES (?, ?, 0) RETURNING id, title, done";
            return db.queryForMap(insert, user, todo.get("title"));
        }

        @GetMapping
        public List<?> list(@RequestParam(defaultValue = "100") int limit) {
            return db.queryForList("SELECT * FROM todos ORDER BY id DESC LIMIT ?", limit);
        }

        @GetMapping("/{id}")
        public ResponseEntity<?> one(@PathVariable long id) {
            List<?> found = db.queryForList("SELECT * FROM todos WHERE id = ?", id);
            return found.isEmpty() ? ResponseEntity.notFound().build() : ResponseEntity.ok(found.get(0));
        }

        @PutMapping("/{id}")
        public Map<?, ?> edit(@PathVariable long id, @RequestBody Map<String, ?> todo) {
            String update = "UPDATE todos SET title = ?, done = ? WHERE id = ? RETURNING id, title, done";
            return db.queryForMap(update, todo.get("title"), todo.get("done"), id);
        }

        @DeleteMapping("/{id}")
        @ResponseStatus(HttpStatus.NO_CONTENT)
        public void delete(@PathVariable long id) {
            db.update("DELETE FROM todos WHERE id = ?", id);
        }
    }
}
