import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.File;
import java.math.BigInteger;
import java.util.*;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.servlet.http.HttpServletRequest;
import javax.servlet.http.HttpSession;
import org.apache.catalina.Context;
import org.apache.catalina.servlets.DefaultServlet;
import org.apache.catalina.startup.Tomcat;
import org.springframework.http.HttpStatus;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.json.MappingJackson2HttpMessageConverter;
import org.springframework.jdbc.core.JdbcTemplate;
import org.springframework.web.bind.annotation.*;
import org.springframework.web.context.support.AnnotationConfigWebApplicationContext;
import org.springframework.web.servlet.DispatcherServlet;
import org.springframework.web.servlet.mvc.method.annotation.*;
import org.sqlite.SQLiteConfig;
import org.sqlite.javax.SQLiteConnectionPoolDataSource;

/** The routes of the studies on Spring MVC in an embedded Tomcat: java Server PORT FOLDER */
@RestController
public class Server {
    private static final byte[] SECRET = "measured on loopback, secret to nobody".getBytes();
    private static final String TEXT = String.join("", Collections.nCopies(120, "All that a page says to everybody. "));
    private static final ObjectMapper JSON = new ObjectMapper();
    private static JdbcTemplate db;

    public static void main(String[] words) throws Exception {
        openDatabase(words[1]);
        Tomcat tomcat = new Tomcat();
        tomcat.setBaseDir(words[1]);
        tomcat.setPort(Integer.parseInt(words[0]));
        tomcat.getConnector().setProperty("address", "127.0.0.1");
        Context context = tomcat.addContext("", words[1]);
        AnnotationConfigWebApplicationContext spring = new AnnotationConfigWebApplicationContext();
        spring.register(Server.class, RequestMappingHandlerMapping.class, Adapter.class);
        Tomcat.addServlet(context, "spring", new DispatcherServlet(spring)).setLoadOnStartup(1);
        context.addServletMappingDecoded("/", "spring");
        Tomcat.addServlet(context, "files", new DefaultServlet());
        context.addServletMappingDecoded("/static/*", "files");
        tomcat.start();
        tomcat.getServer().await();
    }

    /** In place of @EnableWebMvc, whose proxies this Spring cannot make on Java 17. */
    static class Adapter extends RequestMappingHandlerAdapter {
        Adapter() {
            getMessageConverters().add(new MappingJackson2HttpMessageConverter());
        }
    }

    private static void openDatabase(String folder) throws Exception {
        SQLiteConfig config = new SQLiteConfig();
        config.setJournalMode(SQLiteConfig.JournalMode.WAL);
        config.setSynchronous(SQLiteConfig.SynchronousMode.NORMAL);
        config.setBusyTimeout(20_000);
        SQLiteConnectionPoolDataSource source = new SQLiteConnectionPoolDataSource();
        source.setConfig(config);
        source.setUrl("jdbc:sqlite:" + folder + "/data.db");
        // One connection, as SQLite has one writer.
        db = new JdbcTemplate(new org.springframework.jdbc.datasource.SingleConnectionDataSource(source.getConnection(), true));
        db.execute("CREATE TABLE todos (id INTEGER PRIMARY KEY, owner TEXT, title TEXT, done INTEGER)");
        db.execute("CREATE TABLE names (id INTEGER PRIMARY KEY, name TEXT)");
        for (Object name : JSON.readValue(new File(System.getenv("NAMES")), List.class))
            db.update("INSERT INTO names (name) VALUES (?)", name);
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
    public List<Map<String, Object>> findByName(@RequestParam String name) {
        return db.queryForList("SELECT id, name FROM names WHERE name = ?", name);
    }

    @RequestMapping("/method")
    public ResponseEntity<Map<String, Object>> method(HttpServletRequest request) {
        int status = request.getMethod().equals("POST") ? 201 : 200;
        return ResponseEntity.status(status).body(Collections.singletonMap("method", request.getMethod()));
    }

    @PostMapping("/login")
    public Map<String, Object> login(@RequestBody Map<String, Object> body) throws Exception {
        Map<String, Object> claims = Collections.singletonMap("sub", body.get("login"));
        String text = encoded("{\"alg\":\"HS256\"}".getBytes()) + "." + encoded(JSON.writeValueAsBytes(claims));
        return Collections.singletonMap("token", text + "." + signature(text));
    }

    @PostMapping("/todos")
    @ResponseStatus(HttpStatus.CREATED)
    public synchronized Todo add(@RequestHeader String authorization, @RequestBody Todo todo) throws Exception {
        db.update("INSERT INTO todos (owner, title, done) VALUES (?, ?, 0)", user(authorization), todo.title);
        todo.id = db.queryForObject("SELECT last_insert_rowid()", Long.class);
        return todo;
    }

    @GetMapping("/todos")
    public List<Map<String, Object>> list(@RequestHeader String authorization, @RequestParam int limit) throws Exception {
        user(authorization);
        return db.queryForList("SELECT * FROM todos ORDER BY id DESC LIMIT ?", limit);
    }

    @GetMapping("/todos/{id}")
    public Map<String, Object> one(@RequestHeader String authorization, @PathVariable long id) throws Exception {
        user(authorization);
        return db.queryForMap("SELECT * FROM todos WHERE id = ?", id);
    }

    @PutMapping("/todos/{id}")
    public Todo edit(@RequestHeader String authorization, @PathVariable long id, @RequestBody Todo todo) throws Exception {
        user(authorization);
        db.update("UPDATE todos SET title = ?, done = ? WHERE id = ?", todo.title, todo.done, todo.id = id);
        return todo;
    }

    @DeleteMapping("/todos/{id}")
    @ResponseStatus(HttpStatus.NO_CONTENT)
    public void delete(@RequestHeader String authorization, @PathVariable long id) throws Exception {
        user(authorization);
        db.update("DELETE FROM todos WHERE id = ?", id);
    }

    @GetMapping("/page")
    public String page(HttpSession session) {
        Integer visits = (Integer) session.getAttribute("visits");
        session.setAttribute("visits", visits == null ? 1 : visits + 1);
        return "<p>Session " + session.getId() + ", visit " + session.getAttribute("visits") + "</p><p>" + TEXT + "</p>";
    }

    @PostMapping("/upload")
    public Map<String, Integer> upload(@RequestBody byte[] body) {
        return Collections.singletonMap("bytes", body.length);
    }

    public static class Todo {
        public long id;
        public String title;
        public boolean done;
    }

    private static Object user(String authorization) throws Exception {
        String[] parts = authorization.replace("Bearer ", "").split("\\.");
        if (!signature(parts[0] + "." + parts[1]).equals(parts[2])) throw new SecurityException("not logged in");
        return JSON.readValue(Base64.getUrlDecoder().decode(parts[1]), Map.class).get("sub");
    }

    private static String signature(String text) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(SECRET, "HmacSHA256"));
        return encoded(mac.doFinal(text.getBytes()));
    }

    private static String encoded(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }
}
