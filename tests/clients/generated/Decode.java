// Reads answers of the service into the Java types that openapi-generator makes, and writes them again.
//
// Takes lines of a type's name and JSON. Prints the JSON again for each.

import com.fasterxml.jackson.annotation.JsonSetter;
import com.fasterxml.jackson.annotation.Nulls;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import taphouse.ApiClient;

public class Decode {
    public static void main(String[] given) throws Exception {
        var mapper = ApiClient.createDefaultObjectMapper();
        mapper.setDefaultSetterInfo(JsonSetter.Value.forValueNulls(Nulls.SKIP));
        var lines = new BufferedReader(new InputStreamReader(System.in, "UTF-8"));
        for (var line = lines.readLine(); line != null; line = lines.readLine()) {
            var space = line.indexOf(' ');
            var type = Class.forName("taphouse.model." + line.substring(0, space));
            System.out.println(mapper.writeValueAsString(mapper.readValue(line.substring(space + 1), type)));
        }
    }
}
